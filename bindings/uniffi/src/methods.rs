//! The methods of objects that only call the core.

/// Makes the methods of a class from their rows in [`open_platform::each_method`]. The class has the object of the core as `core`.
macro_rules! methods {
    ($class:ident: $(
        $(#[$about:meta])* $kind:ident $name:ident($core:ident $(, $argument:ident: $type:ty)*) -> $result:ty = $value:expr;
    )+) => {$(
        $crate::methods::methods! { @$kind $class [$(#[$about])*] $name($core $(, $argument: $type)*) -> $result, $value }
    )+};
    (@property $($method:tt)*) => {
        $crate::methods::methods! { @call $($method)* }
    };
    (
        @call $class:ident [$(#[$about:meta])*]
        $name:ident($core:ident $(, $argument:ident: $type:ty)*) -> $result:ty, $value:expr
    ) => {
        #[uniffi::export]
        impl $class {
            $(#[$about])*
            fn $name(&self, $($argument: $type),*) -> $result {
                let $core = &self.core;
                $value
            }
        }
    };
    (
        @check $class:ident [$(#[$about:meta])*]
        $name:ident($core:ident $(, $argument:ident: $type:ty)*) -> $result:ty, $value:expr
    ) => {
        #[uniffi::export]
        impl $class {
            $(#[$about])*
            fn $name(&self, $($argument: $type),*) -> Result<$result> {
                let $core = &self.core;
                Ok($value?)
            }
        }
    };
}
pub(crate) use methods;
