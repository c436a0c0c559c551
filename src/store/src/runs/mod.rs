//! Runs, and the families they count: their manifests, the levels they write, the digests these come down to,
//! what is read of them, and how runs are joined and audited.

pub(crate) mod audit;
pub(crate) mod differences;
pub(crate) mod digest;
pub(crate) mod digest_4;
pub(crate) mod families;
pub(crate) mod joined;
pub(crate) mod manifest;
pub(crate) mod run;
pub(crate) mod scan;
pub(crate) mod write;
