//! Lets cargo link the library: on macOS, what Python brings is missing until it loads it.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
