import { describe, expect, test } from 'vitest';
import { errorBody } from '../../../contract/resources/error.ts';
import { file } from '../../../contract/resources/items/file.ts';
import { items } from '../../../contract/resources/items/item-collection.ts';
import { event, eventPage } from '../../../contract/resources/streams/event.ts';

const sha1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';

describe('answers are read tolerantly', () => {
  test('a file may hold fields that we do not know, null dates, and little else', () => {
    expect(file.parse({ id: '1', type: 'file', new_field: {}, created_at: null })).toEqual({
      id: '1',
      type: 'file',
      created_at: null,
    });
  });

  test('an item of another type than stated is refused', () => {
    expect(file.safeParse({ id: '1', type: 'folder' }).success).toBe(false);
    expect(file.safeParse({ id: 1, type: 'file' }).success).toBe(false);
  });

  test('a page is read in both forms', () => {
    const entries = [
      { id: '1', type: 'folder' },
      { id: '2', type: 'file', sha1 },
      { id: '3', type: 'web_link' },
    ];
    expect(items.parse({ total_count: 3, limit: 100, offset: 0, entries })).toMatchObject({ total_count: 3 });
    expect(items.parse({ limit: 100, next_marker: null, entries })).toMatchObject({ next_marker: null, entries });
  });

  test('an event keeps a source of a type that we do not know', () => {
    const source = { type: 'group', id: '9', name: 'Team' };
    const read = event.parse({
      type: 'event',
      event_id: 'e',
      event_type: 'NEW',
      created_at: '2026-01-01T00:00:00Z',
      source,
    });
    expect(read.source).toEqual(source);
  });

  test('a stream position may be a number or a string', () => {
    expect(eventPage.parse({ chunk_size: 0, next_stream_position: '17', entries: [] }).next_stream_position).toBe('17');
    expect(eventPage.parse({ chunk_size: 0, next_stream_position: 17, entries: [] }).next_stream_position).toBe(17);
  });

  test('conflicts are read as one object and as an array', () => {
    const conflict = { type: 'file', id: '1', name: 'a' };
    for (const conflicts of [conflict, [conflict]]) {
      const body = { code: 'item_name_in_use', context_info: { conflicts } };
      expect(errorBody.parse(body).context_info?.conflicts).toEqual(conflicts);
    }
  });
});
