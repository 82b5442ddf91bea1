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
            ///
            /// On a JVM it is called through JNI.
            fn $name(&self, $($argument: $type),*) -> Result<$result> {
                let $core = &self.core;
                Ok($value?)
            }
        }
        $crate::methods::by_jni! { $class.$name(object $(, $argument: $type)*) -> $result = object.$name($($argument),*) }
    };
}
pub(crate) use methods;

/// Registers a method or a function for calls through JNI: `Class.name(object, arguments) -> result = expression` or
/// `name(arguments) -> result = expression`, whose expression is a `Result`. `bindgen/src/calls.rs` looks for the line "On a JVM it is
/// called through JNI." in its documentation.
macro_rules! by_jni {
    ($class:ident.$name:ident($object:ident $(, $argument:ident: $type:ty)*) -> $result:ty = $value:expr) => {
        $crate::methods::by_jni! {
            @register [stringify!($class)] [$object: $class] $name($($argument: $type),*) -> $result, $value
        }
    };
    ($name:ident($($argument:ident: $type:ty),*) -> $result:ty = $value:expr) => {
        $crate::methods::by_jni! { @register ["func"] [] $name($($argument: $type),*) -> $result, $value }
    };
    (
        @register [$handle:expr] [$($object:ident: $class:ident)?]
        $name:ident($($argument:ident: $type:ty),*) -> $result:ty, $value:expr
    ) => {
        #[cfg(not(target_vendor = "apple"))]
        inventory::submit! {
            crate::jvm::Method {
                handle: $handle,
                name: stringify!($name),
                call: crate::jvm::MethodCall::Immediate(
                    #[allow(unused_imports, unused_variables, reason = "not every method has arguments and a result")]
                    |handle, arguments| {
                        use crate::jvm::Serialize as _;
                        $(let $object = crate::jvm::object::<$class>(handle)?;)?
                        $(let $argument = crate::jvm::argument::<$type>(stringify!($argument), arguments)?;)*
                        let returned: crate::errors::Result<$result> = $value;
                        let serialized = |value| crate::jvm::Returned::<$result>(value).serialize();
                        Ok(crate::jvm::Outcome::new(returned.map(serialized)))
                    },
                ),
            }
        }
    };
}
pub(crate) use by_jni;
