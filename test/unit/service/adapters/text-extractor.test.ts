import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { createTextExtractor } from '../../../../service/adapters/text-extractor/text-extractor.ts';
import { pdfOf, tinyPdf } from '../../../support/files/tiny-media.ts';

const extractor = createTextExtractor(4000);
afterAll(() => extractor.close());

type Source = Parameters<typeof extractor.extract>[0];

/** A content that comes in chunks of this size. */
function sourceOf(bytes: Uint8Array, chunkBytes = 100_000): Source {
  return {
    sizeBytes: bytes.length,
    open: async () =>
      (async function* () {
        for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
      })(),
  };
}

const textOf = (content: Uint8Array | string) =>
  extractor.extract(sourceOf(typeof content === 'string' ? Buffer.from(content) : content));

/** An archive of XML files, whose first entry says what it is. */
const archive = (first: string, parts: Readonly<Record<string, string>>) =>
  zipSync({
    [first]: strToU8('kind'),
    ...Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])),
  });
const types = '[Content_Types].xml';

/** A document of Word that claims to unpack to this size (APPNOTE.TXT 4.3.12). */
function claiming(bytes: number, xml: string): Buffer {
  const document = Buffer.from(archive(types, { 'word/document.xml': xml }));
  document.writeUInt32LE(bytes, document.lastIndexOf('PK\u0001\u0002') + 24);
  return document;
}

const word = archive(types, {
  'word/document.xml': `<w:document><w:body>
    <w:p><w:r><w:t>Quar</w:t></w:r><w:r><w:t>terly</w:t><w:tab/><w:t>report</w:t><w:instrText>HYPERLINK</w:instrText></w:r></w:p>
    <w:p><w:r><w:t>Fish &amp; chips</w:t><w:delText>removed</w:delText></w:r></w:p></w:body></w:document>`,
  'word/footnotes.xml': '<w:footnotes><w:p><w:t>a note</w:t></w:p></w:footnotes>',
  'word/styles.xml': '<w:styles><w:t>Heading</w:t></w:styles>',
});
const excel = archive(types, {
  'xl/sharedStrings.xml': '<sst><si><t>alpha</t></si><si><t>beta</t></si></sst>',
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c t="s"><v>0</v></c><c><v>4711</v></c>
    <c t="inlineStr"><is><t>gamma</t></is></c><c><f>SUM(A1)</f><v>12</v></c><c t="b"><v>1</v></c></row></sheetData></worksheet>`,
});
const slides = archive(types, {
  'ppt/slides/slide10.xml': '<p:sld><a:p><a:r><a:t>last</a:t></a:r></a:p></p:sld>',
  'ppt/slides/slide2.xml': '<p:sld><a:p><a:r><a:t>first</a:t></a:r></a:p></p:sld>',
  'ppt/notesSlides/notesSlide1.xml': '<p:notes><a:p><a:t>said</a:t></a:p></p:notes>',
});
const openDocument = archive('mimetype', {
  'content.xml': `<office:body><office:text><text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
    <text:h>Title</text:h><text:p>one<text:tab/>wo<text:span>rd</text:span></text:p></office:text></office:body>`,
  'styles.xml': '<office:styles><text:p>header</text:p></office:styles>',
});

describe('the text of', () => {
  const packed = pdfOf({ draw: 'BT /F1 24 Tf 20 60 Td (Packed) Tj ET', isPacked: true });
  test.each([
    ['a text in UTF-8', 'Größe: 12 m²\n', 'Größe: 12 m²'],
    ['a text with the mark of UTF-8', '\ufeffmarked', 'marked'],
    ['a text in UTF-16', Buffer.from('\ufeffGröße', 'utf16le'), 'Größe'],
    ['a text in UTF-16, the other way round', Buffer.from('\ufeffGröße', 'utf16le').swap16(), 'Größe'],
    ['a text in Windows-1252', Buffer.from('Brühe;5\r\n\x8aipka;\x80 7\r\n', 'latin1'), 'Brühe;5 Šipka;€ 7'],
    ['a text in Windows-1252 whose start is ASCII', Buffer.from(`${' '.repeat(5000)}Brühe`, 'latin1'), 'Brühe'],
    ['a text of DOS with its end', 'old\u001a', 'old\u001a'],
    ['source code', 'export const a = "<b>";', 'export const a = "<b>";'],
    [
      'HTML',
      '<!doctype html><html><title>Ti</title><style>p{}</style><p>He<b>ll</b>o<p>w&auml;r &lt;<script>x()</script>',
      'Ti Hello wär <',
    ],
    ['XML', '<?xml version="1.0"?><a><b>one</b><c>two</c></a>', 'one two'],
    ['a PDF', Buffer.from(tinyPdf('Invoice 2031'), 'latin1'), 'Invoice 2031'],
    ['a PDF that is packed', Buffer.from(packed, 'latin1'), 'Packed'],
    ['Word', word, 'Quarterly report Fish & chips a note'],
    ['Excel', excel, 'alpha beta 4711 gamma 12'],
    ['PowerPoint', slides, 'said first last'],
    ['OpenDocument', openDocument, 'Title one word'],
  ])('%s', async (_kind, content, expected) => {
    expect((await textOf(content)).replaceAll(/\s+/g, ' ').trim()).toBe(expected);
  });

  test.each([
    ['no bytes', ''],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['bytes of Shift JIS', Buffer.from([0x83, 0x65, 0x83, 0x4c, 0x83, 0x58, 0x83, 0x67, 0x81, 0x41])],
    ['RTF', '{\\rtf1 text}'],
    ['text before a longer binary part', Buffer.concat([Buffer.alloc(5000, 'text '), Buffer.alloc(500, '\0\u0001x')])],
    ['an archive that is no document', zipSync({ 'a.txt': strToU8('text') })],
    ['a broken PDF', '%PDF-1.7 without an object'],
    ['a broken archive', `PK\u0003\u0004${'.'.repeat(26)}word/document.xml`],
    ['a truncated archive', word.subarray(0, -40)],
  ])('%s is empty', async (_kind, content) => {
    expect(await textOf(content)).toBe('');
  });
});

describe('a text keeps its words despite', () => {
  const budget = Buffer.from('Quartalsbudget für März '.repeat(5000));
  test.each([
    ['one byte of another encoding', Buffer.of(0xfc)],
    ['a NUL', Buffer.of(0)],
    ['an end of file of DOS', Buffer.of(0x1a)],
    ['the start of a character', Buffer.of(0xe2, 0x82)],
  ])('%s, wherever it is', async (_what, damage) => {
    for (const place of [240, 80_000, budget.length]) {
      const text = await textOf(Buffer.concat([budget.subarray(0, place), damage, budget.subarray(place)]));
      expect(text).toContain('Quartalsbudget für März');
      expect(text.length).toBeGreaterThan(100_000);
    }
  });
});

describe('a hostile content has no text, takes bounded time, and does not affect the next', () => {
  test.each<[string, () => Source]>([
    ['a ZIP bomb', () => sourceOf(claiming(1024 ** 3, '<w:t>bomb</w:t>'))],
    ['elements without end', () => sourceOf(zipSync({ 'word/document.xml': strToU8('<a>'.repeat(4_000_000)) }))],
    ['a PDF that claims to be too large', () => ({ ...sourceOf(Buffer.from(tinyPdf('x'))), sizeBytes: 1024 ** 3 })],
    ['a PDF that ends early', () => ({ ...sourceOf(Buffer.from(tinyPdf('x'))), sizeBytes: 10_000 })],
  ])('%s', { timeout: 30_000 }, async (_kind, source) => {
    expect(await extractor.extract(source())).toBe('');
    expect(await textOf('still here')).toBe('still here');
  });
});

test('a ZIP that unpacks to more than it claims is cut off there', async () => {
  const more = `<w:t>start</w:t>${'<w:t> more</w:t>'.repeat(10_000)}`;
  expect(await textOf(claiming(16, more))).toBe('start');
});

test('of an endless text only the start is read', async () => {
  let chunks = 0;
  const source: Source = {
    sizeBytes: 1024 ** 4,
    open: async () =>
      (async function* () {
        for (; ; chunks++) yield Buffer.alloc(65_536, 'word ');
      })(),
  };
  expect((await extractor.extract(source)).length).toBe(512 * 1024);
  expect(chunks).toBeLessThan(40);
});

test('throws the error of a content that cannot be opened, and the reason to stop', async () => {
  const unreadable = { sizeBytes: 10, open: () => Promise.reject(new Error('no disk')) };
  await expect(extractor.extract(unreadable)).rejects.toThrow('no disk');
  const stopping = new AbortController();
  const slow = zipSync({ 'word/document.xml': strToU8('<a>'.repeat(4_000_000)) });
  const extracted = extractor.extract(
    {
      ...sourceOf(slow),
      open: async () => {
        setTimeout(() => stopping.abort(new Error('stopped')), 200);
        return (await sourceOf(slow).open()) satisfies AsyncIterable<Uint8Array>;
      },
    },
    stopping.signal,
  );
  await expect(extracted).rejects.toThrow('stopped');
  expect(await textOf('still here')).toBe('still here');
});

/** Opens files until the process may open no more. */
function allFiles(): Disposable {
  const opened: number[] = [];
  try {
    for (;;) opened.push(openSync(devNull, 'r'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EMFILE')) throw error;
  }
  return {
    [Symbol.dispose]: () => {
      for (const file of opened) closeSync(file);
    },
  };
}

test.each([
  ['a PDF', Buffer.from(tinyPdf('walrus'), 'latin1')],
  ['Word', archive(types, { 'word/document.xml': '<w:t>walrus</w:t>' })],
  ['HTML', '<!doctype html><p>walrus'],
])('throws while the reader of %s can’t be loaded, and reads the content afterwards', async (_kind, content) => {
  await using fresh = Object.assign(createTextExtractor(), {
    [Symbol.asyncDispose]: async () => {
      await fresh.close();
    },
  });
  const source = sourceOf(Buffer.from(content));
  expect(await fresh.extract(sourceOf(Buffer.from('a text starts the thread')))).not.toBe('');
  {
    using _files = allFiles();
    await expect(fresh.extract(source)).rejects.toThrow("can't be loaded");
  }
  expect((await fresh.extract(source)).trim()).toBe('walrus');
});
