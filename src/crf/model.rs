//! A trained model, read in place from its bytes.
//!
//! ```text
//! "CRF3" | u32 states L | u64 feature set | u64 training data | u32 log2 buckets | u32 bytes of records
//! | f32 scale | L × (u8 length, name) | L × u8 column | L×L + L + L × f32 transitions, start, end
//! | (buckets + 1) × u32 offset of each bucket's records | records
//! record: u16 fingerprint of the feature | u8 count | count × (u8 column, i8 root of the weight)
//! ```
//! A weight is the scale times the square of its root, with the root's sign: small weights, which are most, are kept finely.
//! Several states may share a column of weights: they differ by what may stand beside them only.
//! All numbers little-endian. The bucket of a feature is its hash's highest bits, the fingerprint its lowest 16.

use std::error::Error;
use std::fmt;

use super::{Scores, Sequence, Transitions};

/// Opens every model file; the digit is the version of the format.
pub(super) const MAGIC: &[u8; 4] = b"CRF3";

/// Why bytes are no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// Not a model, or of another version of the format.
    Magic,
    /// Cut off, or with numbers that do not fit together.
    Damaged,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Magic => "no model of this format version",
            Self::Damaged => "damaged model",
        })
    }
}

impl Error for FormatError {}

/// A trained model. Its weights stay in the bytes it was loaded from.
#[derive(Clone, Debug)]
pub struct Model<'a> {
    feature_set: u64,
    data_hash: u64,
    names: Vec<&'a str>,
    /// The column of weights that each state reads.
    columns: &'a [u8],
    transitions: Transitions,
    scale: f32,
    /// How far a hash is shifted to give its bucket.
    shift: u32,
    offsets: &'a [[u8; 4]],
    records: &'a [u8],
}

/// Reads numbers from the front of a byte string.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], FormatError> {
        let (head, tail) = self.0.split_at_checked(count).ok_or(FormatError::Damaged)?;
        self.0 = tail;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        self.bytes(N)?.try_into().map_err(|_| FormatError::Damaged)
    }

    fn u32(&mut self) -> Result<u32, FormatError> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, FormatError> {
        self.array().map(u64::from_le_bytes)
    }

    fn f32s(&mut self, out: &mut [f32]) -> Result<(), FormatError> {
        for x in out {
            *x = f32::from_le_bytes(self.array()?);
        }
        Ok(())
    }
}

impl<'a> Model<'a> {
    /// Reads the header; the table of weights is used where it lies.
    pub fn load(bytes: &'a [u8]) -> Result<Self, FormatError> {
        let mut reader = Reader(bytes);
        if reader.bytes(MAGIC.len()).map_err(|_| FormatError::Magic)? != MAGIC {
            return Err(FormatError::Magic);
        }
        let labels = reader.u32()? as usize;
        let feature_set = reader.u64()?;
        let data_hash = reader.u64()?;
        let bits = reader.u32()?;
        let records = reader.u32()? as usize;
        let mut scale = 0.0;
        reader.f32s(std::slice::from_mut(&mut scale))?;
        if labels == 0 || labels > 255 || bits == 0 || bits > 30 {
            return Err(FormatError::Damaged);
        }
        let mut names = Vec::with_capacity(labels);
        for _ in 0..labels {
            let [length] = reader.array()?;
            names.push(std::str::from_utf8(reader.bytes(length.into())?).map_err(|_| FormatError::Damaged)?);
        }
        let columns = reader.bytes(labels)?;
        let mut transitions = Transitions::new(labels);
        for from in 0..labels {
            reader.f32s(transitions.row_mut(from))?;
        }
        reader.f32s(transitions.start_mut())?;
        reader.f32s(transitions.end_mut())?;
        let (offsets, _) = reader.bytes(((1 << bits) + 1) * 4)?.as_chunks();
        let records = reader.bytes(records)?;
        if !reader.0.is_empty() {
            return Err(FormatError::Damaged);
        }
        Ok(Self { feature_set, data_hash, names, columns, transitions, scale, shift: 64 - bits, offsets, records })
    }

    /// The names of the states; a state's number is its place. Without shared weights the states are the labels.
    pub fn labels(&self) -> &[&'a str] {
        &self.names
    }

    /// Hash of the table of features the model was trained with.
    pub fn feature_set(&self) -> u64 {
        self.feature_set
    }

    /// Hash of the data the model was trained on.
    pub fn data_hash(&self) -> u64 {
        self.data_hash
    }

    /// The learned transitions.
    pub fn transitions(&self) -> &Transitions {
        &self.transitions
    }

    /// The score that each item's features give each label.
    pub fn emissions(&self, sequence: &Sequence) -> Scores {
        let mut scores = Scores::default();
        self.emissions_into(sequence, &mut scores);
        scores
    }

    /// As [`Self::emissions`], into a matrix whose memory is used again.
    pub fn emissions_into(&self, sequence: &Sequence, scores: &mut Scores) {
        scores.reset(sequence.len(), self.names.len());
        // Sums of whole numbers are exact, so the order of the features does not matter.
        // One for each number that a byte can hold, so that none needs a check.
        let mut sums = [0_i32; 256];
        for (t, features) in sequence.items().enumerate() {
            sums.fill(0);
            for &feature in features {
                for &[label, weight] in self.weights(feature) {
                    let root = i32::from(weight.cast_signed());
                    sums[usize::from(label)] += root * root.abs();
                }
            }
            for (score, &column) in scores.row_mut(t).iter_mut().zip(self.columns) {
                *score = sums[usize::from(column)] as f32 * self.scale;
            }
        }
    }

    /// The pairs of label and weight that the model has for a feature.
    fn weights(&self, feature: u64) -> &'a [[u8; 2]] {
        let bucket = (feature >> self.shift) as usize;
        let offset = |i: usize| self.offsets.get(i).map_or(0, |&bytes| u32::from_le_bytes(bytes) as usize);
        let mut records = self.records.get(offset(bucket)..offset(bucket + 1)).unwrap_or_default();
        let wanted = (feature as u16).to_le_bytes();
        while let [a, b, count, rest @ ..] = records {
            let (weights, next) = rest.split_at_checked(usize::from(*count) * 2).unwrap_or_default();
            if [*a, *b] == wanted {
                return weights.as_chunks().0;
            }
            records = next;
        }
        &[]
    }
}
