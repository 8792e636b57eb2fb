//! The `grundy` program: parse, dispatch, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(grundy::cli::main())
}
