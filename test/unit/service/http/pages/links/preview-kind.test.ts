import { expect, test } from 'vitest';
import { previewKind } from '../../../../../../service/http/pages/links/preview-kind.ts';
import { readableSize } from '../../../../../../service/http/pages/readable-size.ts';

test.each([
  ['photo.JPG', 'image'],
  ['photo.webp', 'image'],
  ['paper.pdf', 'pdf'],
  ['notes.txt', 'text'],
  ['page.html', 'text'],
  ['drawing.svg', 'text'],
  ['page.xhtml', 'text'],
  ['code.ts', 'text'],
  ['values.json', 'text'],
  ['movie.mp4', 'none'],
  ['letter.docx', 'none'],
  ['no extension', 'none'],
])('%s is shown as %s: a type that can carry scripts is text', (name, kind) => {
  expect(previewKind(name).kind).toBe(kind);
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1500, '1.5 kB'],
  [52_428_800, '52.4 MB'],
  [7.2e15, '7,200 TB'],
])('%d bytes read as %s', (bytes, text) => {
  expect(readableSize(bytes)).toBe(text);
});
