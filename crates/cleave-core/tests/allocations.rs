//! Headers made to cost memory and time, and long streams: whatever a container claims, the reader allocates little and
//! decapsulates within its limit. The containers are made as they are read and never stand in memory.

use cleave_core::hazmat::{hmac_sha512, identity_from_seed};
use cleave_core::io;
use cleave_core::{ChunkSize, Encryptor, Error, Frames, Identity, Keys, Limits, Passphrase, Reader, Writer};
use peak_alloc::PeakAlloc;
use std::io::{Read, Write};
use std::sync::{Mutex, MutexGuard};

#[global_allocator]
static ALLOCATIONS: PeakAlloc = PeakAlloc;

/// More than any of these readers needs, and far less than what the headers claim: 1 MiB.
const BOUND: usize = 1 << 20;

/// The counter is one for the process: one test at a time.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Bytes allocated at the most while `work` ran, over what was allocated before.
fn peak(work: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.current_usage();
    ALLOCATIONS.reset_peak_usage();
    work();
    ALLOCATIONS.peak_usage().saturating_sub(before)
}

fn prefix(slot_count: u16) -> Vec<u8> {
    let mut bytes = b"\x89CLV\r\n\x1a\n\x01\x00\x0c".to_vec();
    bytes.extend(slot_count.to_be_bytes());
    bytes.extend([5; 64]);
    bytes
}

fn identity() -> Identity {
    identity_from_seed(&[1; 32])
}

/// Feeds a header of `count` equal slots, and says how it ends and how many decapsulations it took.
fn feed(keys: Keys, limits: Limits, count: u16, slot: &[u8]) -> (Option<Error>, u64) {
    let mut reader = Reader::new(keys, limits);
    let mut push = |bytes: &[u8]| reader.push(bytes).map(|taken| assert_eq!(taken, bytes.len()));
    let fed = push(&prefix(count))
        .and_then(|()| (0..count).try_for_each(|_| push(slot)))
        .and_then(|()| push(&[0; 32]));
    if let Err(error) = fed {
        return (Some(error), 0);
    }
    let locked = reader.finish().expect("the header is whole");
    let trials = locked.trials();
    (locked.unlock().err(), trials)
}

fn recipient_slot(key_id: [u8; 8]) -> Vec<u8> {
    let mut slot = vec![1];
    slot.extend(key_id);
    slot.resize(1177, 7);
    slot
}

fn passphrase_slot(memory_kib: u32, passes: u8, lanes: u8) -> Vec<u8> {
    let mut slot = vec![2];
    slot.extend(memory_kib.to_be_bytes());
    slot.extend([passes, lanes]);
    slot.resize(71, 7);
    slot
}

#[test]
fn foreign_slots_cost_no_decapsulation_and_no_memory() {
    let _turn = turn();
    let used = peak(|| {
        let (error, trials) =
            feed(Keys::new().identity(identity()), Limits::default(), u16::MAX, &recipient_slot([9; 8]));
        assert_eq!(error.map(|e| e.name()), Some("no_matching_key"));
        assert_eq!(trials, 0);
    });
    assert!(used < BOUND, "{used} bytes for 65,535 foreign slots (77 MB of header)");
}

#[test]
fn hidden_slots_end_at_the_trial_limit() {
    let _turn = turn();
    let used = peak(|| {
        let (error, trials) =
            feed(Keys::new().identity(identity()), Limits::default(), u16::MAX, &recipient_slot([0; 8]));
        assert_eq!(error, Some(Error::TrialLimit { limit: 4096 }));
        assert_eq!(trials, 4096);
    });
    assert!(used < BOUND, "{used} bytes for 65,535 hidden slots");
}

#[test]
fn own_key_ids_that_do_not_open_count_as_trials() {
    let _turn = turn();
    let salt = [5; 32];
    let message = [&b"cleave/v1 key id"[..], identity().recipient().as_bytes()].concat();
    let key_id: [u8; 8] = hmac_sha512(&salt, &message)[..8].try_into().expect("eight of 64");
    let limits = Limits { trials: 10, ..Limits::default() };
    let (error, trials) = feed(Keys::new().identity(identity()), limits, 20, &recipient_slot(key_id));
    assert_eq!((error, trials), (Some(Error::TrialLimit { limit: 10 }), 10));
}

#[test]
fn extensions_run_into_the_header_limit() {
    let _turn = turn();
    let mut slot = vec![0x80, 0xFF, 0xFF];
    slot.resize(3 + 0xFFFF, 7);
    let used = peak(|| {
        let (error, _) = feed(Keys::new(), Limits::default(), u16::MAX, &slot);
        assert_eq!(error, Some(Error::HeaderLimit { limit: 128 << 20 }));
    });
    assert!(used < BOUND, "{used} bytes for 4 GiB of extensions");
}

#[test]
fn passphrase_slots_and_their_costs_are_refused_before_any_argon2() {
    let _turn = turn();
    let keys = || Keys::new().passphrase(Passphrase::new("x").expect("a passphrase"));
    let cases = [
        (u16::MAX, passphrase_slot(8, 1, 1)),
        (1, passphrase_slot(u32::MAX, 255, 255)),
        (1, passphrase_slot((1 << 20) + 1, 1, 1)),
        (1, passphrase_slot(1 << 20, 9, 1)),
        (1, passphrase_slot(1024, 1, 17)),
        (8, passphrase_slot(1 << 20, 2, 1)),
    ];
    for (count, slot) in cases {
        let used = peak(|| {
            let (error, _) = feed(keys(), Limits::default(), count, &slot);
            assert_eq!(error.map(|e| e.name()), Some("kdf_limit"), "{count} slots");
        });
        assert!(used < BOUND, "{used} bytes for {count} slots that ask for much");
    }
}

#[test]
fn a_frame_that_claims_much_gets_no_more_than_its_chunk() {
    let _turn = turn();
    let encryptor = Encryptor::new().recipient(identity().recipient().clone()).chunk_size(ChunkSize::MIN);
    let mut container = Vec::new();
    let mut writer = encryptor.start().expect("one recipient").writer;
    writer.push(b"x", &mut container).and_then(|()| writer.finish(&mut container)).expect("memory holds it");
    for head in [u32::MAX, u32::MAX >> 1, 1 << 24, 4097] {
        let mut changed = container.clone();
        changed[1286..1290].copy_from_slice(&head.to_be_bytes());
        let used = peak(|| {
            let mut reader = Reader::new(Keys::new().identity(identity()), Limits::default());
            let taken = reader.push(&changed).expect("a good header");
            let unlocked = reader.finish().and_then(|locked| locked.unlock()).expect("the key fits");
            let Frames::Authentic(mut frames) = unlocked.frames() else { panic!("no signer is required") };
            let error =
                frames.push(&changed[taken..], &mut Vec::new()).expect_err("the head breaks the rules");
            assert_eq!(error, Error::ChunkTampered { index: 0 });
        });
        assert!(used < BOUND, "{used} bytes for a head of {head:#x}");
    }
}

#[test]
fn writing_to_many_recipients_holds_their_keys_and_one_slot() {
    let _turn = turn();
    let recipient = identity().recipient().clone();
    let count = 10_000;
    let mut hashed = 0u64;
    let used = peak(|| {
        let encryptor =
            (0..count).fold(Encryptor::new(), |encryptor, _| encryptor.recipient(recipient.clone()));
        let mut writer = encryptor.start().expect("enough recipients").writer;
        let mut part = Vec::new();
        while writer.header(&mut part).expect("the system gives randomness") == cleave_core::HeaderState::More
        {
            hashed += part.len() as u64;
            part.clear();
        }
        hashed += part.len() as u64;
    });
    assert_eq!(hashed, 109 + 1177 * count);
    // 1,216 bytes a key, and what describes a slot to be made; not the header's 11.8 MB beside them.
    let bound = 10_000 * (1216 + 200) + BOUND;
    assert!(used < bound, "{used} bytes, over {bound}");
}

/// A container of `left` zero bytes, made as it is read.
struct Endless {
    writer: Option<Writer>,
    left: usize,
    ready: Vec<u8>,
    given: usize,
}

impl Endless {
    fn of(len: usize) -> Self {
        let encryptor = Encryptor::new().recipient(identity().recipient().clone()).chunk_size(CHUNK);
        let writer = encryptor.start().expect("one recipient").writer;
        Self { writer: Some(writer), left: len, ready: Vec::new(), given: 0 }
    }
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.given == self.ready.len()
            && let Some(mut writer) = self.writer.take()
        {
            self.ready.clear();
            self.given = 0;
            let now = self.left.min(ZEROS.len());
            self.left -= now;
            if now == 0 {
                writer.finish(&mut self.ready).expect("the system gives randomness");
            } else {
                writer.push(&ZEROS[..now], &mut self.ready).expect("the system gives randomness");
                self.writer = Some(writer);
            }
        }
        let count = buffer.len().min(self.ready.len() - self.given);
        buffer[..count].copy_from_slice(&self.ready[self.given..][..count]);
        self.given += count;
        Ok(count)
    }
}

static ZEROS: [u8; 64 << 10] = [0; 64 << 10];
const CHUNK: ChunkSize = ChunkSize::DEFAULT;

/// Bytes that were written, and none of them kept.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        assert!(bytes.iter().all(|byte| *byte == 0), "the plaintext is zeros");
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The reader's own: input as it is read and as it is decoded, the frame that is gathered, the plaintext that is
/// written; and the chunk that the maker of the container holds, twice.
#[test]
fn a_long_stream_is_decrypted_in_the_memory_of_a_few_chunks() {
    let _turn = turn();
    let used = [8, 64].map(|mib: usize| {
        let mut count = Count(0);
        let used = peak(|| {
            let unsealed =
                io::open(Endless::of(mib << 20), Keys::new().identity(identity()), Limits::default())
                    .and_then(|opening| opening.unlock())
                    .expect("the key fits");
            unsealed.decrypt(&mut count, &mut |_| {}).expect("it is good");
        });
        assert_eq!(count.0, (mib << 20) as u64);
        used
    });
    assert!(used.iter().all(|used| *used < 8 << 20), "{used:?} bytes for 8 and 64 MiB in chunks of 1 MiB");
}

#[test]
fn a_long_stream_is_encrypted_in_the_memory_of_a_few_chunks() {
    let _turn = turn();
    let used = [8, 64].map(|mib: u64| {
        peak(|| {
            let encryptor = Encryptor::new().recipient(identity().recipient().clone()).chunk_size(CHUNK);
            let writer = encryptor.start().expect("one recipient").writer;
            let mut input = std::io::repeat(7).take(mib << 20);
            let written =
                io::encrypt(writer, &mut input, &mut std::io::sink(), &mut |_| {}).expect("it is read");
            assert_eq!(written.container_len, 1286 + (mib << 20) + 20 * mib);
        })
    });
    assert!(used.iter().all(|used| *used < 6 << 20), "{used:?} bytes for 8 and 64 MiB in chunks of 1 MiB");
}
