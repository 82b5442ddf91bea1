//! The calls: one method for each endpoint, generated from the methods of the core's `api`.

use bytes::Bytes;
use open_platform::api::Upload;
use open_platform::api::types::*;
use open_platform::client::CallOptions;
use open_platform::ffi::nearest_length;
use open_platform::ffi::python::{Given, Seconds, no_panic};
use open_platform::{Secret, each_call, python_argument};
use pyo3::prelude::*;

use crate::call::{Call, NoValue, Typed};
use crate::client::{Platform, PlatformUser};
use crate::errors::{misused, raise};
use crate::observe::Callback;

/// The options of every call.
pub(crate) fn options(timeout: Option<Given<Seconds>>) -> PyResult<CallOptions> {
    let mut options = CallOptions::default();
    if let Some(timeout) = timeout {
        options.timeout = Some(nearest_length(timeout.required("timeout")?.0));
    }
    options.checked().map_err(raise)
}

/// A method for each call: `name(arguments; option) -> [result] = "endpoint" |client| area => method;`. Each also takes `timeout`.
macro_rules! calls {
    ($class:ident: $(
        $name:ident($($argument:ident: $type:tt),* $(; $option:ident)?) -> [$($result:tt)+] =
            $endpoint:literal |$client:ident| $area:expr => $method:ident;
    )+) => {
        #[no_panic]
        #[pymethods]
        // Includes the deprecated calls for old apps. The package documents their replacements.
        #[allow(deprecated)]
        impl $class {$(
            #[pyo3(signature = ($($argument,)* *, timeout = None $(, $option = Given::ABSENT)?))]
            fn $name(
                &self,
                $($argument: calls!(@argument $type),)*
                timeout: Option<Given<Seconds>>,
                $($option: Given<bool>,)?
            ) -> PyResult<Typed<calls!(@result $($result)+)>> {
                $(let $argument = calls!(@given $argument $type);)*
                #[allow(unused_mut)]
                let mut options = options(timeout)?;
                $(options.$option = $option.or_default(stringify!($option))?;)?
                let with = self.with(options);
                let call = Call::of(self.handle(), move |platform| {
                    let $client = with(platform);
                    $area.boxed().$method($($argument),*)
                });
                Ok(call.endpoint($endpoint))
            }
        )+}
    };
    // Types that are passed from Python as another type than the core's.
    (@argument Upload) => { File };
    (@argument $type:ident) => { Given<$type> };
    (@given $argument:ident Upload) => { $argument.named(stringify!($argument))? };
    (@given $argument:ident $type:ident) => { $argument.required(stringify!($argument))? };
    (@result ()) => { NoValue };
    (@result $type:ty) => { $type };
}
each_call!(server calls);

/// A file from memory or from disk; or a tuple with a function of the app, which takes the progress of its upload.
/// `None` if it is neither.
struct File(Option<Upload>);

impl File {
    fn named(self, argument: &str) -> PyResult<Upload> {
        self.0.ok_or_else(|| misused(argument, "must be a path or bytes"))
    }
}

python_argument!(File, |object| {
    if let Ok((Self(upload), observer)) = object.extract::<(Self, Callback)>() {
        let observe =
            |upload: Upload| upload.on_progress(move |progress| observer.call((progress.sent, progress.total)));
        return Ok(Self(upload.map(observe)));
    }
    // Copied, because a Python object must not be dropped by a thread that is not attached to the interpreter.
    if let Ok(bytes) = object.extract::<Vec<u8>>() {
        return Ok(Self(Some(Upload::bytes(Bytes::from(bytes)))));
    }
    Ok(Self(object.extract::<std::path::PathBuf>().ok().map(Upload::path)))
});
