import { describe, expect, test } from 'vitest';
import { selectFields } from '../../../contract/fields.ts';

const folder = {
  id: '7',
  type: 'folder' as const,
  etag: '1',
  sequence_id: '1',
  name: 'Reports',
  size: 12,
  tags: ['a'],
  permissions: {},
};

describe('selectFields', () => {
  test('without fields shows the standard fields and no others', () => {
    expect(Object.keys(selectFields(folder, undefined))).toEqual(['id', 'type', 'etag', 'sequence_id', 'name', 'size']);
  });

  test('with fields shows the mini form and the named fields, nothing else of the standard form', () => {
    const shown = selectFields(folder, ['tags', 'unknown']);
    expect(Object.keys(shown)).toEqual(['id', 'type', 'etag', 'sequence_id', 'name', 'tags']);
  });

  test('in lists shows the mini form unless fields are named', () => {
    expect(Object.keys(selectFields(folder, undefined, 'mini'))).toEqual(['id', 'type', 'etag', 'sequence_id', 'name']);
    expect(Object.keys(selectFields(folder, ['size'], 'mini'))).toContain('size');
  });

  test('leaves a resource without a mini form as it is', () => {
    const session = { type: 'upload_session', part_size: 1 };
    expect(selectFields(session, ['x'])).toEqual(session);
  });
});
