//! The calls for servers, made from the methods of the core's `api`.

#![allow(deprecated, reason = "the calls for old apps cross, too")]

use open_platform::api::types::*;
use open_platform::each_call;

use super::client::{Platform, PlatformUser};
use crate::calling::{CallOptions, ImageSource, calls, own_calls};
use crate::errors::Result;

each_call!(server calls);
