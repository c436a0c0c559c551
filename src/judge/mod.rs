//! The judge: what is known of a problem once it has been examined.

pub mod record;
