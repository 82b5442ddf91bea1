//! The methods of objects that only call the core.

/// Makes the methods of a class from their rows in [`open_platform::each_method`]. The class has the object of the core as `core`.
macro_rules! methods {
    ($class:ident: $(
        $(#[$about:meta])* $kind:ident $name:ident($core:ident $(, $argument:ident: $type:ty)*) -> $result:ty = $value:expr;
    )+) => {$(
        methods! { @$kind $class [$(#[$about])*] $name($core $(, $argument: $type)*) -> $result, $value }
    )+};
    (@property $($method:tt)*) => {
        methods! { @call $($method)* }
    };
    (
        @call $class:ident [$(#[$about:meta])*]
        $name:ident($core:ident $(, $argument:ident: $type:ty)*) -> $result:ty, $value:expr
    ) => {
        #[napi]
        impl $class {
            $(#[$about])*
            #[napi(catch_unwind)]
            pub fn $name(&self, $($argument: $type),*) -> $result {
                let $core = &self.core;
                $value
            }
        }
    };
    (
        @check $class:ident [$(#[$about:meta])*]
        $name:ident($core:ident $(, $argument:ident: $type:ty)*) -> $result:ty, $value:expr
    ) => {
        #[napi]
        impl $class {
            $(#[$about])*
            #[napi(catch_unwind)]
            pub fn $name(&self, env: Env, $($argument: $type),*) -> napi::Result<$result> {
                let $core = &self.core;
                $value.map_err(raise(env))
            }
        }
    };
}
pub(crate) use methods;
