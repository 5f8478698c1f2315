//! What each part of the core costs on one thread, in this process and from cache: frames, hashes, the key
//! encapsulation, signatures, the passphrase derivation, opening a header, and the ratchet.
//!
//! `cargo bench -p cleave-core --features hazmat,native --bench parts`; a word after `--` picks those whose name
//! holds it. Whole commands are measured by `cargo xtask bench`.

use std::hint::black_box;
use std::time::Duration;

use cleave_core::hazmat::{
    argon2id, identity_from_seed, ml_dsa_sign, ml_dsa_verify, sha512, signing_key_from_seed,
    xwing_decapsulate, xwing_encapsulate,
};
use cleave_core::{
    Argon2Cost, ChunkSize, Encryptor, FrameCrypto, Identity, Keys, Limits, Locked, Portable, Reader,
    Recipient, SIGNATURE_LEN, Unlocked, encrypt,
};
use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput};

const KIB: usize = 1024;
/// The smallest chunk, one between, and the default one.
const CHUNKS: [(&str, usize); 3] = [("4KiB", 4 * KIB), ("64KiB", 64 * KIB), ("1MiB", 1024 * KIB)];
/// Frames of 1 GiB in chunks of 4 KiB.
const STEPS: u32 = 262_144;
/// The seed of who opens; the other recipients have other ones.
const READER: [u8; 32] = [1; 32];

fn main() {
    let mut criterion =
        Criterion::default().sample_size(20).measurement_time(Duration::from_secs(3)).configure_from_args();
    for (name, crypto) in providers() {
        frames(&mut criterion, name, crypto);
    }
    kem(&mut criterion);
    signature(&mut criterion);
    passphrase(&mut criterion);
    opening(&mut criterion);
    ratchet(&mut criterion);
    criterion.final_summary();
}

fn providers() -> Vec<(&'static str, &'static dyn FrameCrypto)> {
    vec![
        ("portable", &Portable),
        #[cfg(all(feature = "native", unix))]
        ("AWS-LC", &cleave_core::Native),
    ]
}

/// AES-256-GCM, the key schedule of a fresh key included, as every frame has its own; and SHA-512 of a frame.
fn frames(criterion: &mut Criterion, provider: &str, crypto: &dyn FrameCrypto) {
    for (size, len) in CHUNKS {
        let mut group = criterion.benchmark_group(format!("{provider} {size}"));
        group.throughput(Throughput::Bytes(len as u64));
        seal_and_open(&mut group, crypto, len);
        let frame = vec![0x5a; len];
        group.bench_function("SHA-512", |bencher| bencher.iter(|| crypto.sha512(black_box(&frame))));
        group.finish();
    }
}

fn seal_and_open(group: &mut BenchmarkGroup<'_, WallTime>, crypto: &dyn FrameCrypto, len: usize) {
    let (key, nonce, head) = ([7; 32], [0; 12], [0; 4]);
    let mut text = vec![0x5a; len];
    group.bench_function("AES-256-GCM seal", |bencher| {
        bencher.iter(|| crypto.seal(black_box(&key), &nonce, &head, black_box(&mut text)));
    });
    let mut sealed = vec![0x5a; len];
    let tag = crypto.seal(&key, &nonce, &head, &mut sealed);
    let mut text = sealed.clone();
    group.bench_function("AES-256-GCM open and copy", |bencher| {
        // What is opened in place has to be sealed again, or copied: the copy is the cheaper one.
        bencher.iter(|| {
            text.copy_from_slice(&sealed);
            crypto
                .open(black_box(&key), &nonce, &head, black_box(&mut text), &tag)
                .expect("its own tag fits");
        });
    });
}

/// X-Wing (ML-KEM-768 and X25519).
fn kem(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("X-Wing");
    group.bench_function("keygen", |bencher| bencher.iter(|| identity_from_seed(black_box(&READER))));
    let identity = identity_from_seed(&READER);
    let eseed = [3; 64];
    group.bench_function("encapsulate", |bencher| {
        bencher.iter(|| xwing_encapsulate(identity.recipient(), black_box(&eseed)));
    });
    let (_, enc) = xwing_encapsulate(identity.recipient(), &eseed);
    let enc = enc.try_into().expect("X-Wing's ciphertext has one length");
    group.bench_function("decapsulate", |bencher| {
        bencher.iter(|| xwing_decapsulate(&identity, black_box(&enc)));
    });
    group.finish();
}

/// ML-DSA-65 over what a container has signed: a SHA-512 digest of all frames' digests, so 64 bytes.
fn signature(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ML-DSA-65");
    let key = signing_key_from_seed(&[2; 32]);
    let message = sha512(b"what is signed");
    let mut hedge = [0_u8; 32];
    group.bench_function("sign", |bencher| {
        // Signing repeats until it finds a short vector: other hedging each time, so that the mean is measured.
        bencher.iter(|| {
            hedge[0] = hedge[0].wrapping_add(1);
            ml_dsa_sign(&key, black_box(&message), b"bench", &hedge).expect("the context is short")
        });
    });
    let signed = ml_dsa_sign(&key, &message, b"bench", &[0; 32]).expect("the context is short");
    let signed: [u8; SIGNATURE_LEN] = signed.try_into().expect("ML-DSA-65's signature has one length");
    assert!(ml_dsa_verify(key.signer(), &message, b"bench", &signed), "what is timed must verify");
    group.bench_function("verify", |bencher| {
        bencher.iter(|| ml_dsa_verify(key.signer(), black_box(&message), b"bench", &signed));
    });
    group.finish();
}

/// Argon2id at the default cost: 64 MiB, 3 passes, 4 lanes.
fn passphrase(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("Argon2id");
    group.bench_function("default cost", |bencher| {
        bencher.iter(|| {
            argon2id(black_box(b"correct horse"), &[9; 16], Argon2Cost::default()).expect("64 MiB can be had")
        });
    });
    group.finish();
}

/// A container's header from its first byte to its first chunk key: parsed, a named slot tried, the commitment and
/// the MAC checked. The key is ready; hidden slots are tried one by one.
fn opening(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("open");
    for (name, container) in [
        ("1 recipient", container_for(1, Encryptor::recipient)),
        ("255 recipients", container_for(255, Encryptor::recipient)),
        ("255 hidden recipients", container_for(255, Encryptor::hidden_recipient)),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter_batched(
                || identity_from_seed(&READER),
                |identity| opened(black_box(&container), identity),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

/// The chunk keys of 1 GiB in chunks of 4 KiB, as a reader of the last of them has to make them.
fn ratchet(criterion: &mut Criterion) {
    let encryptor = Encryptor::new().recipient(identity_from_seed(&READER).recipient().clone());
    let container = sealed_empty(encryptor.chunk_size(ChunkSize::MIN));
    let unlocked = opened(&container, identity_from_seed(&READER));
    let head = u32::try_from(ChunkSize::MIN.bytes()).expect("a chunk has at most 16 MiB").to_be_bytes();
    let mut group = criterion.benchmark_group("ratchet");
    group.throughput(Throughput::Elements(u64::from(STEPS)));
    group.bench_function(format!("{STEPS} steps"), |bencher| {
        bencher.iter(|| {
            let mut opener = unlocked.frame_opener();
            for _ in 0..STEPS {
                black_box(opener.next_frame(head).expect("a full frame is allowed"));
            }
        });
    });
    group.finish();
}

/// An empty container for `recipients` people, of whom the reader is the last; the writer puts slots in any order.
fn container_for(recipients: u8, add: fn(Encryptor, Recipient) -> Encryptor) -> Vec<u8> {
    let others = (1..recipients).map(|number| [number + READER[0]; 32]);
    let people = others.chain([READER]);
    sealed_empty(people.fold(Encryptor::new(), |encryptor, seed| {
        add(encryptor, identity_from_seed(&seed).recipient().clone())
    }))
}

fn sealed_empty(encryptor: Encryptor) -> Vec<u8> {
    encrypt(b"", encryptor).expect("randomness can be had").container
}

fn opened(container: &[u8], identity: Identity) -> Unlocked {
    let mut reader = Reader::new(Keys::new().identity(identity), Limits::default());
    reader.push(container).expect("the header is well formed");
    reader.finish().and_then(Locked::unlock).expect("the identity fits")
}
