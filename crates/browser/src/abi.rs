//! The functions that a browser sees.
//!
//! A call goes like this: [`input`] makes room for a text, the browser writes the text there, [`call`] reads
//! it, and the answer lies at [`output`], [`output_len`] bytes long, until the next call.
//!
//! Only the attribute that gives a function its name is `unsafe`: two functions of one name would be
//! undefined behavior. No pointer is read here. The browser writes into a buffer that lives until the next
//! [`input`].

#![allow(unsafe_code, reason = "a browser finds these functions by their names")]

use std::{cell::RefCell, panic};

use crate::Module;

#[derive(Default)]
struct Exchange {
    module: Module,
    input: Vec<u8>,
    output: String,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
    /// The last words of a module that has failed.
    static FAULT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for the text of the next call, and returns where.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.input.clear();
        exchange.input.resize(len, 0);
        exchange.input.as_mut_ptr()
    })
}

/// Does what the text at [`input`] says. A panic ends it with a trap, and the reason lies at [`fault`].
#[unsafe(no_mangle)]
pub extern "C" fn call() {
    panic::set_hook(Box::new(|info| {
        FAULT.with_borrow_mut(|fault| *fault = info.to_string());
    }));
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.output = exchange.module.call(&exchange.input);
    });
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    EXCHANGE.with_borrow(|exchange| exchange.output.as_ptr())
}

/// The length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn output_len() -> usize {
    EXCHANGE.with_borrow(|exchange| exchange.output.len())
}

/// Where the reason of a trap is. The module must not be called again after one.
#[unsafe(no_mangle)]
pub extern "C" fn fault() -> *const u8 {
    FAULT.with_borrow(|fault| fault.as_ptr())
}

/// The length of that reason in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn fault_len() -> usize {
    FAULT.with_borrow(String::len)
}
