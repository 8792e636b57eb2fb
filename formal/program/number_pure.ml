(* numbers as Coq's binary ones *)
let rec positive n = if n = 1 then Checker.XH else if n land 1 = 1 then Checker.XI (positive (n / 2)) else Checker.XO (positive (n / 2))
let of_int n = if n = 0 then Checker.N0 else Checker.Npos (positive n)
let z n = if n = 0 then Checker.Z0 else if n > 0 then Checker.Zpos (positive n) else Checker.Zneg (positive (- n))
