//! The methods of objects that only call the core.

/// Makes the methods of a class from their rows in [`open_platform::each_method`]. The class has the object of the core as `core`.
macro_rules! methods {
    ($class:ident: $(
        $(#[$about:meta])*
        $name:ident($core:ident $(, $argument:ident: $type:ty)*) -> $result:ty = $value:expr;
    )+) => {
        #[uniffi::export]
        impl $class {$(
            $(#[$about])*
            fn $name(&self, $($argument: $type),*) -> Result<$result> {
                let $core = &self.core;
                Ok($value?)
            }
        )+}
    };
}
pub(super) use methods;
