# To be read by the scripts that compare with ogsolve 0.0.7 (cargo install ogsolve, built for this machine), in the project's
# folder: builds grundy, and ogsolve where it is missing. Sets `peers`, the folder of ogsolve.
cargo build --release --quiet
peers="${PEERS:-target/peers}"
if [ ! -x "$peers/bin/ogsolve" ]; then
    RUSTFLAGS="-C target-cpu=native" cargo install ogsolve --version 0.0.7 --root "$peers" --quiet
fi
