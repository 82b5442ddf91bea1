//! The calls for servers, generated from the methods of the core's `api`.

#![allow(deprecated, reason = "deprecated calls are exported, too")]

use open_platform::api::types::*;
use open_platform::each_call;

use super::client::{Platform, PlatformUser};
use crate::calling::{CallOptions, UploadSource, calls, export_calls};
use crate::errors::Result;

each_call!(server calls);
