//! Several threads and the fastest set give the bytes, the errors and the released prefix of one thread and the portable
//! set, from fast and slow streams, to streams and to files.

use cleave_core::hazmat::{FixedEntropy, identity_from_seed, sha512, signing_key_from_seed, start_from};
use cleave_core::io::{self, Failure, To};
use cleave_core::{
    ChunkSize, Encryptor, Error, FrameCrypto, HeaderState, Keys, Limits, Portable, Writer, fastest,
};
use std::io::{Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;

const SEED: [u8; 32] = [7; 32];

/// The same bytes each time: what two writers are given so that they can be compared.
struct Repeated(u64);

impl FixedEntropy for Repeated {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        for piece in bytes.chunks_mut(64) {
            self.0 += 1;
            piece.copy_from_slice(&sha512(&self.0.to_be_bytes())[..piece.len()]);
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Yes,
    No,
}

fn writer(chunk: ChunkSize, sign: Sign, crypto: &'static dyn FrameCrypto) -> Writer {
    let mut encryptor = Encryptor::new()
        .recipient(identity_from_seed(&SEED).recipient().clone())
        .chunk_size(chunk)
        .frame_crypto(crypto);
    if sign == Sign::Yes {
        encryptor = encryptor.sign(signing_key_from_seed(&SEED));
    }
    start_from(encryptor, Box::new(Repeated(0))).expect("one recipient is enough").writer
}

fn keys(sign: Sign) -> Keys {
    let keys = Keys::new().identity(identity_from_seed(&SEED));
    match sign {
        Sign::Yes => keys.signer(signing_key_from_seed(&SEED).signer().clone()),
        Sign::No => keys,
    }
}

fn plaintext(len: usize) -> Vec<u8> {
    (0..len).map(|at| (at * 31 + at / 251) as u8).collect()
}

fn on_one_thread(plain: &[u8], chunk: ChunkSize, sign: Sign) -> Vec<u8> {
    let mut out = Vec::new();
    io::encrypt(writer(chunk, sign, &Portable), &mut &plain[..], &mut out, &mut |_| {})
        .expect("memory holds it");
    out
}

/// Gives at most `most` bytes a call, as a pipe does, and is interrupted now and then.
struct Slow<'a> {
    bytes: &'a [u8],
    most: usize,
    calls: usize,
}

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(5) {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let most = buffer.len().min(self.most);
        self.bytes.read(&mut buffer[..most])
    }
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("the counts here are not zero")
}

fn in_file(write: impl FnOnce(&std::fs::File)) -> Vec<u8> {
    let mut file = tempfile::tempfile().expect("a temporary file can be made");
    write(&file);
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut bytes)).expect("it can be read back");
    bytes
}

/// Lengths at each side of chunks and of batches (512 KiB of small chunks).
fn lengths(chunk: ChunkSize) -> Vec<usize> {
    let chunk = chunk.bytes();
    let batch = (512 << 10) / chunk.min(512 << 10) * chunk;
    let mut lengths: Vec<usize> = [0, 1, chunk, 2 * chunk, batch, 3 * batch + chunk / 3]
        .iter()
        .flat_map(|len| [len.saturating_sub(1), *len, len + 1])
        .collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

#[test]
fn the_bytes_are_those_of_one_thread() {
    for (log2, sign) in [(12, Sign::Yes), (16, Sign::No), (20, Sign::No)] {
        let chunk = ChunkSize::from_log2(log2).expect("in range");
        for len in lengths(chunk) {
            let plain = plaintext(len);
            let expected = on_one_thread(&plain, chunk, sign);
            for count in [1, 3] {
                let what = format!("{len} bytes in chunks of 2^{log2} on {count} threads");
                let mut stream = Vec::new();
                let to = To::Stream(&mut stream);
                let written = io::encrypt_on(
                    threads(count),
                    writer(chunk, sign, fastest()),
                    &mut &plain[..],
                    to,
                    &mut |_| {},
                )
                .expect("memory holds it");
                assert!(stream == expected, "{what}, to a stream");
                assert_eq!(written.container_len, expected.len() as u64, "{what}");
                let file = in_file(|file| {
                    let slow = &mut Slow { bytes: &plain, most: 60_000, calls: 0 };
                    io::encrypt_on(
                        threads(count),
                        writer(chunk, sign, fastest()),
                        slow,
                        To::File(file),
                        &mut |_| {},
                    )
                    .expect("the disk holds it");
                });
                assert!(file == expected, "{what}, from a slow stream to a file");
                let file = in_file(|file| {
                    let mut writer = writer(chunk, sign, fastest());
                    let mut header = Vec::new();
                    while writer.header(&mut header).expect("fixed randomness") == HeaderState::More {}
                    let mut behind = file;
                    behind.write_all(&header).expect("the disk holds it");
                    let written =
                        io::encrypt_on(threads(count), writer, &mut &plain[..], To::File(file), &mut |_| {});
                    let written = written.expect("the disk holds it");
                    assert_eq!(written.container_len, expected.len() as u64, "{what}");
                    assert_eq!(written.header_len, header.len() as u64, "{what}");
                });
                assert!(file == expected, "{what}, with the header taken before");

                let open = |bytes| {
                    let opening = io::open(bytes, keys(sign), Limits::default()).expect("a good header");
                    opening.frame_crypto(fastest()).unlock().expect("the key fits")
                };
                let opened = in_file(|file| {
                    let read = open(Slow { bytes: &expected, most: 50_000, calls: 0 })
                        .decrypt_on(threads(count), To::File(file), &mut |_| {})
                        .expect("a good container");
                    assert_eq!(read.plaintext_len, len as u64, "{what}");
                });
                assert!(opened == plain, "{what}, decrypted to a file");
            }
        }
    }
}

/// What was released, and the error.
fn outcome(container: &[u8], count: Option<usize>) -> (Vec<u8>, Option<Error>) {
    let mut out = Vec::new();
    let unsealed = io::open(container, keys(Sign::No), Limits::default())
        .and_then(|opening| opening.frame_crypto(fastest()).unlock());
    let result = unsealed.and_then(|unsealed| match count {
        None => unsealed.decrypt(&mut out, &mut |_| {}),
        Some(count) => unsealed.decrypt_on(threads(count), To::Stream(&mut out), &mut |_| {}),
    });
    let error = result.err().map(|failure| match failure {
        Failure::Format(error) => error,
        other => panic!("memory can be read and written: {other}"),
    });
    (out, error)
}

#[test]
fn damage_is_named_and_cut_off_as_on_one_thread() {
    let chunk = ChunkSize::MIN;
    let good = on_one_thread(&plaintext(1_300_000), chunk, Sign::No);
    let frame = chunk.frame_len();
    let mut damaged = Vec::new();
    for at in [0, 1, 100, 127, 128, 129, 300, 316] {
        for inside in [0, 1, 3, 4, 1000, frame - 1] {
            let mut flipped = good.clone();
            flipped[1286 + at * frame + inside] ^= 1;
            damaged.push(flipped);
            damaged.push(good[..1286 + at * frame + inside].to_vec());
        }
    }
    let mut two = good.clone();
    two[1286 + 200 * frame + 50] ^= 1;
    two[1286 + 30 * frame + 50] ^= 1;
    damaged.push(two);
    damaged.push([&good[..], b"\n"].concat());
    damaged.push([&good[..], &good[..]].concat());
    damaged.push([&good[..1286], &good[1286 + frame..]].concat());
    for container in &damaged {
        let expected = outcome(container, None);
        assert!(expected.1.is_some());
        for count in [1, 2, 4] {
            assert!(outcome(container, Some(count)) == expected, "{:?} on {count} threads", expected.1);
        }
    }
}

#[test]
fn a_failing_stream_ends_every_thread() {
    struct Failing(usize);
    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(1).ok_or(std::io::ErrorKind::BrokenPipe)?;
            buffer.fill(1);
            Ok(buffer.len())
        }
    }
    impl std::io::Write for Failing {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(1).ok_or(std::io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    for after in [0, 1, 2, 7] {
        let encrypt = |input: &mut (dyn Read + Send), output: &mut (dyn std::io::Write + Send)| {
            let writer = writer(ChunkSize::MIN, Sign::No, fastest());
            io::encrypt_on(threads(4), writer, input, To::Stream(output), &mut |_| {}).map_err(|f| f.name())
        };
        assert_eq!(encrypt(&mut Failing(after), &mut std::io::sink()).err(), Some("input"));
        let endless = &mut std::io::repeat(1).take(64 << 20);
        assert_eq!(encrypt(endless, &mut Failing(after + 2)).err(), Some("output"));
    }
}

#[test]
fn an_armored_container_is_opened_too_and_its_faults_are_named() {
    let plain = plaintext(700_000);
    let container = on_one_thread(&plain, ChunkSize::MIN, Sign::No);
    let mut encoder = cleave_core::armor::Encoder::new();
    let mut armored = Vec::new();
    encoder.push(&container, &mut armored);
    encoder.finish(&mut armored);
    assert!(outcome(&armored, Some(2)) == (plain, None));
    armored.truncate(armored.len() - 40);
    let expected = outcome(&armored, None);
    assert_eq!(expected.1.as_ref().map(Error::name), Some("armor_malformed"));
    assert!(outcome(&armored, Some(2)).1 == expected.1);
}

#[test]
fn the_fastest_set_is_the_portable_one_byte_for_byte() {
    for len in [0, 1, 15, 16, 17, 4095, 4096, 70_000] {
        for index in 0..4u8 {
            let (key, nonce, aad) = ([index; 32], [index ^ 9; 12], [index, 1, 2, 3]);
            let (mut one, mut other) = (plaintext(len), plaintext(len));
            let tag = Portable.seal(&key, &nonce, &aad, &mut one);
            assert_eq!(fastest().seal(&key, &nonce, &aad, &mut other), tag);
            assert!(one == other);
            assert_eq!(fastest().sha512(&one), Portable.sha512(&one));
            assert_eq!(fastest().open(&key, &nonce, &aad, &mut other, &tag), Ok(()));
            assert!(other == plaintext(len));
            let mut bad = tag;
            bad[usize::from(index)] ^= 1;
            assert!(fastest().open(&key, &nonce, &aad, &mut one, &bad).is_err());
            assert!(len < 15 || one != plaintext(len), "no plaintext stays where the tag does not fit");
        }
    }
}
