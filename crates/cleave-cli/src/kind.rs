//! What a line or a file is when it is not what was asked for: named, with the way to use it where there is one.

use cleave_core::FRAGMENT_PREFIX;
use cleave_core::keys::{
    AGE_IDENTITY_PREFIX, AGE_RECIPIENT_PREFIX, IDENTITY_PREFIX, RECIPIENT_PREFIX, SIGNER_PREFIX,
    SIGNING_KEY_PREFIX,
};

/// A kind of key or file, as its first characters tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Recipient,
    Identity,
    Signer,
    SigningKey,
    Fragment,
    RawFragment,
    Container,
    ArmoredContainer,
    AgeRecipient,
    AgeIdentity,
    AgePlugin,
    AgeFile,
    SshPublicKey,
    SshPrivateKey,
    Pgp,
    Pem,
    MinisignKey,
    Unknown,
}

impl Kind {
    /// The kind of a line's text.
    pub(crate) fn of_line(line: &str) -> Self {
        let lower = line.to_ascii_lowercase();
        let text_form = |prefix: &str| {
            lower.strip_prefix(&prefix.to_ascii_lowercase()).is_some_and(|rest| rest.starts_with('1'))
        };
        let forms = [
            (RECIPIENT_PREFIX, Self::Recipient),
            (AGE_RECIPIENT_PREFIX, Self::Recipient),
            (IDENTITY_PREFIX, Self::Identity),
            (AGE_IDENTITY_PREFIX, Self::Identity),
            (SIGNER_PREFIX, Self::Signer),
            (SIGNING_KEY_PREFIX, Self::SigningKey),
            (FRAGMENT_PREFIX, Self::Fragment),
            ("AGE-SECRET-KEY-", Self::AgeIdentity),
        ];
        if let Some((_, kind)) = forms.into_iter().find(|(prefix, _)| text_form(prefix)) {
            return kind;
        }
        let starts = [
            ("-----begin cleave container", Self::ArmoredContainer),
            ("-----begin age encrypted file", Self::AgeFile),
            ("age-encryption.org/", Self::AgeFile),
            ("age-plugin-", Self::AgePlugin),
            ("age1", Self::AgeRecipient),
            ("ssh-", Self::SshPublicKey),
            ("ecdsa-sha2-", Self::SshPublicKey),
            ("sk-ssh-", Self::SshPublicKey),
            ("sk-ecdsa-", Self::SshPublicKey),
            ("-----begin openssh private key", Self::SshPrivateKey),
            ("-----begin pgp ", Self::Pgp),
            ("-----begin ", Self::Pem),
            ("untrusted comment:", Self::MinisignKey),
        ];
        starts.into_iter().find(|(start, _)| lower.starts_with(start)).map_or(Self::Unknown, |(_, kind)| kind)
    }

    /// The kind of a file that its first bytes tell to be no list of keys.
    pub(crate) fn of_file(head: &[u8]) -> Option<Self> {
        if head.starts_with(b"\x89CLV") {
            return Some(Self::Container);
        }
        if head.starts_with(b"CLVF") && head.len() >= 5 && head[4] == 1 {
            return Some(Self::RawFragment);
        }
        let start = head.trim_ascii_start();
        start.starts_with(b"-----BEGIN CLEAVE CONTAINER").then_some(Self::ArmoredContainer)
    }

    /// With its article, as it stands in a message.
    pub(crate) fn named(self) -> String {
        match self.gloss() {
            Some(gloss) => format!("{} ({gloss})", self.word()),
            None => self.word().to_owned(),
        }
    }

    /// What was found, and what it is not.
    pub(crate) fn and_not(self, wanted: Self) -> String {
        if self.gloss() == wanted.gloss() {
            // "(a secret key), and not … (a secret key)" tells nothing.
            return format!("{}, and not {}", self.word(), wanted.word());
        }
        format!("{}, and not {}", self.named(), wanted.named())
    }

    fn word(self) -> &'static str {
        match self {
            Self::Recipient => "a recipient",
            Self::Identity => "an identity",
            Self::Signer => "a signer",
            Self::SigningKey => "a signing key",
            Self::Fragment | Self::RawFragment => "a fragment",
            Self::Container | Self::ArmoredContainer => "a cleave container",
            Self::AgeRecipient => "an age recipient that is not post-quantum",
            Self::AgeIdentity => "an age identity that is not post-quantum",
            Self::AgePlugin => "an age plugin's key",
            Self::AgeFile => "a file encrypted by age",
            Self::SshPublicKey => "an ssh public key",
            Self::SshPrivateKey => "an ssh private key",
            Self::Pgp => "a PGP message or key",
            Self::Pem => "a PEM file",
            Self::MinisignKey => "a minisign key or signature",
            Self::Unknown => "not a key",
        }
    }

    /// What a word of this program means.
    fn gloss(self) -> Option<&'static str> {
        match self {
            Self::Recipient | Self::Signer => Some("a public key"),
            Self::Identity | Self::SigningKey => Some("a secret key"),
            Self::Container | Self::ArmoredContainer => Some("an encrypted file"),
            _ => None,
        }
    }

    /// How to use what was given, where it can be used at all.
    pub(crate) fn hint(self) -> &'static str {
        match self {
            Self::Recipient => "encrypt to it with -r KEY or -R FILE",
            Self::Identity => "decrypt with it by -d -i FILE; encrypt to its public key by -e -i FILE",
            Self::Signer => "require it with -d --signer KEY_OR_FILE",
            Self::SigningKey => "sign with it by --sign FILE",
            Self::Fragment | Self::RawFragment => "give it with -d --fragment FILE",
            Self::Container | Self::ArmoredContainer => "decrypt it with cleave -d -i KEYFILE FILE",
            Self::AgeRecipient | Self::AgeIdentity => {
                "age's post-quantum keys (age1pq1..., AGE-SECRET-KEY-PQ-1...) are accepted; make one with cleave keygen"
            }
            Self::AgeFile => "decrypt it with age",
            Self::AgePlugin
            | Self::SshPublicKey
            | Self::SshPrivateKey
            | Self::Pgp
            | Self::Pem
            | Self::MinisignKey
            | Self::Unknown => "make a key with cleave keygen",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_their_first_characters() {
        for (line, kind) in [
            ("cleave1qqq", Kind::Recipient),
            ("CLEAVE1QQQ", Kind::Recipient),
            ("age1pq1qqq", Kind::Recipient),
            ("age1qqq", Kind::AgeRecipient),
            ("age1yubikey1qqq", Kind::AgeRecipient),
            ("cleavesig1qqq", Kind::Signer),
            ("CLEAVE-SECRET-KEY-1QQQ", Kind::Identity),
            ("cleave-secret-key-1qqq", Kind::Identity),
            ("AGE-SECRET-KEY-PQ-1QQQ", Kind::Identity),
            ("AGE-SECRET-KEY-1QQQ", Kind::AgeIdentity),
            ("AGE-PLUGIN-YUBIKEY-1QQQ", Kind::AgePlugin),
            ("CLEAVE-SIGNING-KEY-1QQQ", Kind::SigningKey),
            ("CLEAVE-FRAGMENT-1QQQ", Kind::Fragment),
            ("-----BEGIN CLEAVE CONTAINER-----", Kind::ArmoredContainer),
            ("-----BEGIN OPENSSH PRIVATE KEY-----", Kind::SshPrivateKey),
            ("-----BEGIN PRIVATE KEY-----", Kind::Pem),
            ("-----BEGIN PGP PUBLIC KEY BLOCK-----", Kind::Pgp),
            ("ssh-ed25519 AAAA", Kind::SshPublicKey),
            ("hello", Kind::Unknown),
        ] {
            assert_eq!(Kind::of_line(line), kind, "{line}");
        }
        assert_eq!(Kind::of_file(b"\x89CLV\r\n"), Some(Kind::Container));
        assert_eq!(Kind::of_file(b"# created"), None);
    }
}
