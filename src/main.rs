//! The `grundy` program; the command line is in `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(grundy::cli::main())
}
