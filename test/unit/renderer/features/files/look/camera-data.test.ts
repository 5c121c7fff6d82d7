import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type CameraData, cameraDataIn } from '../../../../../../renderer/features/files/look/camera-data.ts';

const exif = {
  IFD0: { Make: 'Fujifilm', Model: 'X-T5' },
  IFD2: {
    DateTimeOriginal: '2026:11:18 16:20:05',
    FNumber: '28/10',
    ExposureTime: '1/250',
    FocalLength: '23/1',
    ISOSpeedRatings: '400',
    LensModel: 'XF23mmF1.4',
  },
};
const atTheSea = { IFD3: { GPSLatitude: '48/1 8/1 0/1', GPSLatitudeRef: 'N' } };

type Exif = Record<string, Record<string, string>>;
type Format = 'jpeg' | 'png' | 'webp' | 'avif';

async function pictureWith(written: Exif | null, format: Format = 'jpeg'): Promise<Uint8Array> {
  const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } });
  return new Uint8Array(await (written === null ? plain : plain.withExif(written))[format]().toBuffer());
}

const read = (bytes: Uint8Array): Promise<CameraData | null> => cameraDataIn(new Uint8Array(bytes).buffer);

describe('camera data of a picture', () => {
  test.each<Format>(['jpeg', 'png', 'webp', 'avif'])('are read from %s', async (format) => {
    expect(await read(await pictureWith({ ...exif, ...atTheSea }, format))).toEqual({
      camera: 'Fujifilm X-T5',
      lens: 'XF23mmF1.4',
      seconds: 1 / 250,
      aperture: 2.8,
      focalMm: 23,
      iso: 400,
      takenAtMs: new Date(2026, 10, 18, 16, 20).getTime(),
      hasLocation: true,
    });
  });

  test('are only those that it has', async () => {
    expect(await read(await pictureWith(null))).toBeNull();
    const data = await read(await pictureWith({ IFD0: { Make: 'Canon', Model: 'Canon EOS R5' } }));
    expect(data).toMatchObject({ camera: 'Canon EOS R5', lens: null, iso: null, takenAtMs: null, hasLocation: false });
  });

  test('leave out a value that makes no sense', async () => {
    const IFD2 = {
      DateTimeOriginal: '2026:13:40 16:20:05',
      FNumber: '28/0',
      ExposureTime: '0/1',
      ISOSpeedRatings: '0',
    };
    expect(await read(await pictureWith({ IFD2 }))).toBeNull();
  });

  test('keep a text short, and without characters that no one sees', async () => {
    const data = await read(await pictureWith({ IFD0: { Model: `X\u0007-T5${'!'.repeat(5_000)}` } }));
    expect(data?.camera).toBe(`X -T5${'!'.repeat(75)}`);
  });
});

/** Numbers that look random and are the same in each run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state;
  }
}

describe('a malformed block', () => {
  test('that ends anywhere reads as none, or as what is whole', async () => {
    const bytes = await pictureWith({ ...exif, ...atTheSea });
    for (let length = 0; length < bytes.length; length += 1) {
      const data = await read(bytes.subarray(0, length));
      expect(['Fujifilm X-T5', 'Fujifilm', 'X-T5', undefined, null]).toContain(data?.camera);
    }
    expect(await read(bytes.subarray(0, 40))).toBeNull();
    expect(await read(new TextEncoder().encode('<svg onload="alert(1)"/>'))).toBeNull();
  });

  test('with any bytes changed is no error, ends soon, and never reads as anything but texts and numbers', async () => {
    const bytes = await pictureWith({ ...exif, ...atTheSea });
    const random = numbers(7);
    const types = new Set<string>();
    for (let round = 0; round < 2_000; round += 1) {
      const changed = bytes.slice();
      for (let change = 0; change < 4; change += 1) changed[random.next().value % 400] = random.next().value % 256;
      const data = await read(changed);
      for (const value of Object.values(data ?? {})) types.add(value === null ? 'null' : typeof value);
    }
    expect([...types].toSorted()).toEqual(['boolean', 'null', 'number', 'string']);
  });

  test('that claims 65,535 entries, each of four billion values, reads as none', async () => {
    const head = [0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, ...new TextEncoder().encode('Exif\0\0II*\0')];
    const entry = [0x10, 0x01, 0x05, 0x00, 0xff, 0xff, 0xff, 0xff, 0x08, 0x00, 0x00, 0x00];
    const entries = Array.from({ length: 5_000 }, () => entry).flat();
    expect(await read(Uint8Array.from([...head, 8, 0, 0, 0, 0xff, 0xff, ...entries]))).toBeNull();
  });
});
