import { describe, expect, it } from 'vitest';
import { previewOf } from '../../../preload/ipc/shapes/content.ts';
import { isWebAddress } from '../../../renderer/state/items/open-link.ts';
import { queryOf } from '../../../renderer/state/items/search-query.ts';
import { pickedPath } from '../../../renderer/state/uploads/picked-files.ts';

describe('a typed search', () => {
  it('means all of its words, unless it says more exactly', () => {
    expect(queryOf('  annual  report ')).toBe('annual AND report');
    expect(queryOf('report')).toBe('report');
    expect(queryOf('')).toBe('');
    expect(queryOf('"annual report" 2026')).toBe('"annual report" 2026');
    expect(queryOf('report NOT draft')).toBe('report NOT draft');
  });
});

describe('the path of a picked item', () => {
  it('is that of the folder for a file within a picked one, with either separator', () => {
    const inFolder = { webkitRelativePath: 'Trip/Day 1/lake.jpg' };
    expect(pickedPath(inFolder, '/home/ann/Trip/Day 1/lake.jpg')).toBe('/home/ann/Trip');
    expect(pickedPath(inFolder, 'C:\\Ann\\Trip\\Day 1\\lake.jpg')).toBe('C:\\Ann\\Trip');
    expect(pickedPath({ webkitRelativePath: '' }, '/home/ann/a.txt')).toBe('/home/ann/a.txt');
    expect(pickedPath(inFolder, null)).toBeNull();
  });
});

describe('the preview of a file', () => {
  it('is chosen by the end of its name, and markup is text', () => {
    const kinds = ['a.JPG', 'b.svg', 'c.html', 'd.pdf', 'e.mp3', 'f.webm', 'Makefile', 'g.docx', 'h', 'i.constructor'];
    expect(kinds.map((name) => previewOf(name)?.kind ?? null)).toEqual([
      'image',
      'image',
      'text',
      'pdf',
      'audio',
      'video',
      'text',
      null,
      null,
      null,
    ]);
    expect(previewOf('c.html')?.contentType).toBe('text/plain; charset=utf-8');
  });
});

describe('an address to open', () => {
  it('is of the web, whole, and without a password in it', () => {
    expect(['https://example.com/a', 'http://example.com'].every(isWebAddress)).toBe(true);
    for (const bad of ['javascript:alert(1)', 'file:///etc/passwd', 'example.com', 'https://ann:pw@example.com', '']) {
      expect(isWebAddress(bad), bad).toBe(false);
    }
  });
});
