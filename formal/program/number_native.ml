let of_int (n : int) = n
let z n = if n = 0 then Checker.Z0 else if n > 0 then Checker.Zpos n else Checker.Zneg (- n)
