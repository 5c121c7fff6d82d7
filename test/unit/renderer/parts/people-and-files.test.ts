import { describe, expect, it } from 'vitest';
import { fileType } from '../../../../renderer/parts/files/file-type.ts';
import { initialsOf, personColour } from '../../../../renderer/parts/people/person-colour.ts';

describe('an avatar', () => {
  it.each([
    ['Ann Keller', 'AK'],
    ['  ann   de la  keller ', 'AK'],
    ['Ann', 'A'],
    ['ann@harbour.studio', 'A'],
    ['Øyvind Åsen', 'ØÅ'],
    ['', ''],
  ])('shows the initials of "%s" as "%s"', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('gives a person the same colour each time, and people eight different ones', () => {
    const ids = Array.from({ length: 200 }, (_, index) => String(20_000_000 + index));
    expect(personColour('20000001')).toBe(personColour('20000001'));
    expect(new Set(ids.map(personColour)).size).toBe(8);
  });
});

describe('the type of a file', () => {
  it.each([
    ['report-final.docx', 'doc'],
    ['FEES-2027.XLSX', 'sheet'],
    ['kick-off.pptx', 'slide'],
    ['agreement.pdf', 'pdf'],
    ['facade-east.jpg', 'image'],
    ['interview-04.mov', 'video'],
    ['interview-04.m4a', 'audio'],
    ['backup.tar.gz', 'zip'],
    ['server.ts', 'code'],
    ['site-plan.dwg', 'cad'],
    ['site-notes.md', 'text'],
    ['README', 'text'],
    ['pdf', 'text'],
  ])('of "%s" is %s', (name, type) => {
    expect(fileType(name)).toBe(type);
  });
});
