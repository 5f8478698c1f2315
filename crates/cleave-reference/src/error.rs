//! The names under which a reader refuses (FORMAT.md, "Errors").

/// Why a container, a key or a range was refused. The documentation of each is in FORMAT.md's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Error {
    NotAContainer,
    TextModeDamage,
    UnsupportedVersion,
    MalformedHeader,
    HeaderLimit,
    KdfLimit,
    TrialLimit,
    NoMatchingKey,
    WrongPassphrase,
    FragmentRequired,
    FragmentMalformed,
    FragmentMismatch,
    CommitmentMismatch,
    HeaderTampered,
    /// Carries the index of the frame.
    ChunkTampered(u64),
    Truncated,
    TrailingData,
    SignatureMissing,
    WrongSigner,
    SignatureInvalid,
    ArmorMalformed,
    KeyMalformed,
    RangeInvalid,
}

impl Error {
    /// The stable name, the same in every interface and in the vectors.
    pub fn name(self) -> &'static str {
        match self {
            Error::NotAContainer => "not_a_container",
            Error::TextModeDamage => "text_mode_damage",
            Error::UnsupportedVersion => "unsupported_version",
            Error::MalformedHeader => "malformed_header",
            Error::HeaderLimit => "header_limit",
            Error::KdfLimit => "kdf_limit",
            Error::TrialLimit => "trial_limit",
            Error::NoMatchingKey => "no_matching_key",
            Error::WrongPassphrase => "wrong_passphrase",
            Error::FragmentRequired => "fragment_required",
            Error::FragmentMalformed => "fragment_malformed",
            Error::FragmentMismatch => "fragment_mismatch",
            Error::CommitmentMismatch => "commitment_mismatch",
            Error::HeaderTampered => "header_tampered",
            Error::ChunkTampered(_) => "chunk_tampered",
            Error::Truncated => "truncated",
            Error::TrailingData => "trailing_data",
            Error::SignatureMissing => "signature_missing",
            Error::WrongSigner => "wrong_signer",
            Error::SignatureInvalid => "signature_invalid",
            Error::ArmorMalformed => "armor_malformed",
            Error::KeyMalformed => "key_malformed",
            Error::RangeInvalid => "range_invalid",
        }
    }

    /// The index that `chunk_tampered` carries, and nothing for the others.
    pub fn chunk(self) -> Option<u64> {
        match self {
            Error::ChunkTampered(index) => Some(index),
            _ => None,
        }
    }
}
