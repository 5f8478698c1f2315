//! Opening a container, step by step in the order of FORMAT.md, "Order of checks".

use crate::error::Error;
use crate::fragment;
use crate::frame::{self, Place};
use crate::header::{self, Header};
use crate::input::Input;
use crate::keys::{DecodedKeys, Keys};
use crate::limits::Limits;
use crate::schedule;
use crate::signature;
use crate::slot::{self, Kind};
use crate::text;

/// What a container held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The plaintext, or the part of it that was asked for.
    pub plaintext: Vec<u8>,
    /// What is known about the author.
    pub signed: Signed,
}

/// What is known about the author of a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signed {
    /// It bears no signature.
    No,
    /// It bears one, and nobody asked for it to be checked.
    Unchecked,
    /// It is by the required signer.
    Verified,
}

/// Opens a whole container, binary or armored.
pub fn open(container: &[u8], keys: &Keys, limits: &Limits) -> Result<Opened, Error> {
    let keys = keys.decode()?;
    open_whole(&mut Input::new(container), &keys, limits).map(|(_, opened)| opened)
}

/// All eight steps; the frames lie in the input as `Unlocked::frames` says.
pub(crate) fn open_whole(
    input: &mut Input,
    keys: &DecodedKeys,
    limits: &Limits,
) -> Result<(Unlocked, Opened), Error> {
    let unlocked = unlock(input, keys, limits)?;
    let (frames, plaintext) = open_frames(input, &unlocked)?;
    let mut signature = None;
    if unlocked.header.has(header::SIGNED) {
        signature = Some(input.array::<{ signature::SIGNATURE }>()?);
    }
    input.expect_end()?;
    let signed = match (signature, &keys.signer) {
        (None, _) => Signed::No,
        (Some(_), None) => Signed::Unchecked,
        (Some(signature), Some(signer)) => {
            let frames: Vec<&[u8]> = frames.iter().map(Vec::as_slice).collect();
            let message = signature::message(&unlocked.header.bytes(), &frames);
            if !signature::verify(signer, &message, &signature) {
                return Err(Error::SignatureInvalid);
            }
            Signed::Verified
        }
    };
    Ok((unlocked, Opened { plaintext, signed }))
}

/// A header that was opened and found authentic.
pub(crate) struct Unlocked {
    pub(crate) header: Header,
    /// What every slot wraps.
    pub(crate) wrapped: [u8; 32],
    pub(crate) prk: [u8; 64],
}

/// Steps 1 to 5: the header.
pub(crate) fn unlock(input: &mut Input, keys: &DecodedKeys, limits: &Limits) -> Result<Unlocked, Error> {
    let header = header::parse(input, limits)?;
    let share = read_share(&header, keys.fragment)?;
    let (wrapped, prk) = find_master(&header, keys, share, limits)?;
    if schedule::header_mac(&prk, &header.before_mac) != header.header_mac {
        return Err(Error::HeaderTampered);
    }
    if let Some(signer) = &keys.signer {
        let signer_id = header.signer_id.ok_or(Error::SignatureMissing)?;
        if signer_id != signature::signer_id(&header.salt, signer) {
            return Err(Error::WrongSigner);
        }
    }
    Ok(Unlocked { header, wrapped, prk })
}

fn read_share(header: &Header, fragment_text: Option<&str>) -> Result<Option<[u8; 32]>, Error> {
    if !header.has(header::SPLIT) {
        return Ok(None);
    }
    let share = fragment::share(fragment_text.ok_or(Error::FragmentRequired)?)?;
    match header.hint {
        Some(hint) if hint != fragment::hint(&header.salt, &share) => Err(Error::FragmentMismatch),
        _ => Ok(Some(share)),
    }
}

/// Step 3: `wrapped` and prk of the first candidate that fits the commitment.
fn find_master(
    header: &Header,
    keys: &DecodedKeys,
    share: Option<[u8; 32]>,
    limits: &Limits,
) -> Result<([u8; 32], [u8; 64]), Error> {
    let fits = |wrapped: &[u8; 32]| {
        let master = share.map_or(*wrapped, |share| schedule::xor(wrapped, &share));
        let prk = schedule::prk(&header.salt, &master);
        (schedule::commitment(&prk) == header.commitment).then_some((*wrapped, prk))
    };
    let mut recipient_opened = false;
    for wrapped in Candidates::new(header, &keys.identities, limits) {
        recipient_opened = true;
        if let Some(found) = fits(&wrapped?) {
            return Ok(found);
        }
    }
    let mut passphrase_tried = false;
    if let Some(passphrase) = &keys.passphrase {
        check_kdf_limits(header, limits)?;
        for slot in &header.slots {
            let Kind::Passphrase { cost, argon_salt } = &slot.kind else { continue };
            passphrase_tried = true;
            let wrapped = slot::open_passphrase(&header.salt, slot, *cost, argon_salt, passphrase);
            if let Some(found) = wrapped.and_then(|wrapped| fits(&wrapped)) {
                return Ok(found);
            }
        }
    }
    Err(match (recipient_opened, share, passphrase_tried) {
        (true, None, _) => Error::CommitmentMismatch,
        (true, Some(_), _) => Error::FragmentMismatch,
        (false, _, true) => Error::WrongPassphrase,
        (false, _, false) => Error::NoMatchingKey,
    })
}

/// What the recipient slots wrap for these identities: slots in file order, for each the identities in the
/// order given.
struct Candidates<'a> {
    header: &'a Header,
    pairs: Vec<(usize, [u8; 32])>,
    trials_left: u64,
}

impl<'a> Candidates<'a> {
    fn new(header: &'a Header, identities: &[[u8; 32]], limits: &Limits) -> Candidates<'a> {
        let named: Vec<_> = identities
            .iter()
            .map(|seed| (*seed, slot::key_id(&header.salt, &crate::xwing::public_key(seed))))
            .collect();
        let mut pairs = Vec::new();
        for (place, slot) in header.slots.iter().enumerate() {
            let Kind::Recipient { key_id, .. } = &slot.kind else { continue };
            let wanted = named.iter().filter(|(_, own)| *key_id == slot::HIDDEN || key_id == own);
            pairs.extend(wanted.map(|(seed, _)| (place, *seed)));
        }
        pairs.reverse();
        Candidates { header, pairs, trials_left: limits.trials }
    }
}

impl Iterator for Candidates<'_> {
    type Item = Result<[u8; 32], Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some((place, seed)) = self.pairs.pop() {
            if self.trials_left == 0 {
                return Some(Err(Error::TrialLimit));
            }
            self.trials_left -= 1;
            let slot = &self.header.slots[place];
            let Kind::Recipient { enc, .. } = &slot.kind else { continue };
            if let Some(wrapped) = slot::open_recipient(&self.header.salt, slot, enc, &seed) {
                return Some(Ok(wrapped));
            }
        }
        None
    }
}

fn check_kdf_limits(header: &Header, limits: &Limits) -> Result<(), Error> {
    let (mut slots, mut work_kib) = (0u64, 0u64);
    for slot in &header.slots {
        let Kind::Passphrase { cost, .. } = &slot.kind else { continue };
        slots += 1;
        work_kib += u64::from(cost.memory_kib) * u64::from(cost.passes);
        if u64::from(cost.memory_kib) > limits.kdf_memory_kib || u64::from(cost.lanes) > limits.kdf_lanes {
            return Err(Error::KdfLimit);
        }
    }
    if slots > limits.kdf_slots || work_kib > limits.kdf_work_kib { Err(Error::KdfLimit) } else { Ok(()) }
}

/// Step 6: the frames' bytes and the plaintext.
fn open_frames(input: &mut Input, unlocked: &Unlocked) -> Result<(Vec<Vec<u8>>, Vec<u8>), Error> {
    let header = &unlocked.header;
    let mut keys = schedule::frame_keys(&unlocked.prk, header.chunk_log2);
    let (mut frames, mut plaintext) = (Vec::new(), Vec::new());
    for index in 0.. {
        let key = keys.next().expect("the ratchet has no end");
        let head = input.array::<{ frame::HEAD }>()?;
        let (place, length) = frame::check_head(head, index, header.chunk_size())?;
        let frame = [&head, input.take(length + frame::TAG)?].concat();
        plaintext.extend(frame::open(&key, index, &frame)?);
        frames.push(frame);
        if place == Place::Last {
            break;
        }
    }
    Ok((frames, plaintext))
}

/// The text form of the recipient of an identity, which `keygen` shows.
pub fn recipient_of(identity: &str) -> Result<String, Error> {
    let public_key = crate::xwing::public_key(&text::identity(identity)?);
    Ok(text::public(text::RECIPIENT, &public_key))
}
