//! The methods of objects that only call the core.

/// Makes the methods of a class from their rows in [`open_platform::each_method`]. The class has the object of the core as `core`.
macro_rules! methods {
    ($class:ident: $(
        $(#[$about:meta])* $kind:ident $name:ident($core:ident $(, $argument:ident: $type:ty)*) -> $result:ty = $value:expr;
    )+) => {$(
        methods! { @$kind $class [$(#[$about])*] $name($core $(, $argument: $type)*) -> $result, $value }
    )+};
    (@property $class:ident [$(#[$about:meta])*] $name:ident($core:ident) -> $result:ty, $value:expr) => {
        #[no_panic]
        #[pymethods]
        impl $class {
            $(#[$about])*
            #[getter]
            fn $name(&self) -> $result {
                let $core = &self.core;
                $value
            }
        }
    };
    (
        @$kind:ident $class:ident [$(#[$about:meta])*]
        $name:ident($core:ident $(, $argument:ident: $type:ty)*) -> $result:ty, $value:expr
    ) => {
        #[no_panic]
        #[pymethods]
        impl $class {
            $(#[$about])*
            fn $name(&self, $($argument: Given<$type>),*) -> PyResult<$result> {
                $(let $argument = $argument.required(stringify!($argument))?;)*
                let $core = &self.core;
                methods!(@result $kind $value)
            }
        }
    };
    (@result call $value:expr) => { Ok($value) };
    (@result check $value:expr) => { $value.map_err(raise) };
}
pub(crate) use methods;
