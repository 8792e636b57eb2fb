let of_int (n : int) = n
