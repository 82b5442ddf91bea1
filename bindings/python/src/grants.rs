//! Logins and tokens, the stored grants, and their event subscriptions, which are renewed automatically.

use open_platform::ffi::python::{Given, Seconds, no_panic};
use open_platform::grants::{Adoption, GrantInfo, GrantPage, UnreadableGrant};
use open_platform::id::GrantKey;
use open_platform::model::event::{Subscription, SubscriptionType};
use open_platform::oauth::{Authorization, Login, LoginOutcome, Tokens};
use open_platform::subscriptions::SubscriptionInfo;
use open_platform::{UserId, each_method};
use pyo3::prelude::*;

use crate::call::{Call, Typed};
use crate::calls::options;
use crate::client::{Platform, PlatformUser};

/// A method for each row of the core. Each also takes `timeout`. That of an endpoint is traced by its name.
macro_rules! own_calls {
    ($class:ident {
        $($($endpoint:literal)? $name:ident($($argument:ident: $type:ty),*) -> $result:ty = |$core:ident| $call:expr;)+
    }) => {
        #[no_panic]
        #[pymethods]
        impl $class {$(
            #[pyo3(signature = ($($argument,)* *, timeout = None))]
            fn $name(
                &self,
                $($argument: Given<$type>,)*
                timeout: Option<Given<Seconds>>,
            ) -> PyResult<Typed<$result>> {
                $(let $argument = $argument.required(stringify!($argument))?;)*
                let with = self.with(options(timeout)?);
                let call = Call::of(self.handle(), async move |platform| {
                    let $core = with(platform);
                    $call.await
                });
                $(let call = call.endpoint($endpoint);)?
                Ok(call)
            }
        )+}
    };
}
each_method!(logins own_calls Platform);
each_method!(grants own_calls Platform);
each_method!(subscriptions own_calls PlatformUser);
