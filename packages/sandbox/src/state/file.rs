//! The form of a world in a file.

use open_platform::Secret;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Maps as lists of pairs, which keep their order and may have keys that are no texts.
pub(crate) mod in_order {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<'a, M, S: Serializer>(map: &'a M, into: S) -> Result<S::Ok, S::Error>
    where
        &'a M: IntoIterator,
        <&'a M as IntoIterator>::Item: Serialize,
    {
        into.collect_seq(map)
    }

    pub(crate) fn deserialize<'de, M, K, V, D>(from: D) -> Result<M, D::Error>
    where
        D: Deserializer<'de>,
        M: FromIterator<(K, V)>,
        (K, V): Deserialize<'de>,
    {
        Ok(Vec::<(K, V)>::deserialize(from)?.into_iter().collect())
    }
}

/// The generated credentials of a world, which its file needs.
pub(crate) mod secret_text {
    use super::{Deserialize, Deserializer, Secret, Serializer};

    pub(crate) fn serialize<S: Serializer>(secret: &Secret, into: S) -> Result<S::Ok, S::Error> {
        into.serialize_str(secret.expose())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Secret, D::Error> {
        String::deserialize(from).map(Secret::from)
    }
}

/// As [`secret_text`], where there may be none.
pub(crate) mod optional_secret_text {
    use super::{Deserialize, Deserializer, Secret, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(secret: &Option<Secret>, into: S) -> Result<S::Ok, S::Error> {
        secret.as_ref().map(Secret::expose).serialize(into)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Secret>, D::Error> {
        Ok(Option::<String>::deserialize(from)?.map(Secret::from))
    }
}
