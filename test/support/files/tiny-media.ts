import { deflateSync } from 'node:zlib';

/** Real files of minimal size that a browser can draw and play. */

/** One page with a word on it. */
export const tinyPdf = (word: string): string => pdfOf({ draw: `BT /F1 24 Tf 20 60 Td (${word}) Tj ET` });

/** One page; the string has one character per byte. `trailer`: further entries of it, such as an encryption. */
export function pdfOf({ draw = '', isPacked = false, width = 200, height = 120, trailer: further = '' }): string {
  const contents = isPacked ? deflateSync(draw).toString('latin1') : draw;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${contents.length} ${isPacked ? '/Filter /FlateDecode ' : ''}>>\nstream\n${contents}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R ${further}>>\nstartxref\n${file.length}\n%%EOF\n`;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`;
}

/** A tenth of a second of silence: one channel, 8 kHz, 8 bits (WAVE, PCM). */
export function tinyWav(): Uint8Array {
  const rate = 8000;
  const samples = rate / 10;
  const bytes = Buffer.alloc(44 + samples, 0x80);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples, 40);
  return bytes;
}
