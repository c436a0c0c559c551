//! Writes the JavaScript and the types beside a WebAssembly file: `bindings in.wasm folder name`.
//!
//! It stands in for the program `wasm-bindgen`, which would have to be installed apart, in the very version of the library.

use std::env::args;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [input, folder, name] = arguments.as_slice() else {
        return Err("usage: bindings in.wasm folder name".into());
    };
    Bindgen::new()
        .input_path(input)
        .web(true)?
        .typescript(true)
        .out_name(name)
        .generate(folder)?;
    Ok(())
}
