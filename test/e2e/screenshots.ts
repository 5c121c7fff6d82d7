/**
 * `node test/e2e/screenshots.ts`: the pictures of the documentation, from a started Tandem with real files on their way. Writes
 * `docs/screenshots/PAGE-SCHEME-WIDTH.png`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import type { Status } from '../../preload/ipc/status.ts';
import { chromiumPath } from '../support/chromium-path.ts';
import { eventually } from '../support/processes.ts';
import { type StartedTandem, startTandem } from '../support/started-tandem.ts';

const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const sizes = [
  { width: 1440, height: 900 },
  { width: 400, height: 860 },
] as const;

/** A folder as a person might have it; sizes in bytes. */
const files: Readonly<Record<string, number>> = {
  'Contracts/agreement.pdf': 1_400_000,
  'Contracts/annex-a.docx': 88_000,
  'Contracts/Drafts/agreement with changes.docx': 212_000,
  'Notes/meeting 2026-11-19.md': 4_100,
  'Notes/ideas.md': 1_900,
  'Photos/signing.jpg': 6_100_000,
  'Photos/site.jpg': 4_700_000,
  'budget.xlsx': 212_000,
};
/** Large enough to be on its way while the pictures of Home are taken. */
const recording = { name: 'Recordings/interview-04.mov', bytes: 900_000_000 };

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tandem = await startTandem();
  const browser = await chromium.launch({ executablePath: chromiumPath() });
  try {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    await page.goto(await tandem.link());
    await fill(tandem);
    await shoot(page, 'activity');
    await save(tandem, recording.name, recording.bytes);
    await eventually(
      'the recording is well on its way',
      async () => isWellOnItsWay(await tandem.ask('status.get')),
      60_000,
    );
    await shoot(page, 'home');
  } finally {
    await browser.close();
    await tandem.close();
  }
}

/** Far enough for a rate and a time left to be known. */
function isWellOnItsWay({ transfers, totals }: Status): boolean {
  const [first] = transfers;
  return first !== undefined && totals.secondsLeft !== null && first.bytesDone > first.bytesTotal / 3;
}

async function fill(tandem: StartedTandem): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) await save(tandem, name, bytes);
  await tandem.web.upload(tandem.remoteId, 'from Carol.txt', 'Here it is.');
  const inSync = async (): Promise<boolean> => {
    const { state, roots } = await tandem.ask('status.get');
    return state === 'in_sync' && (roots[0]?.files ?? 0) > Object.keys(files).length;
  };
  await eventually('everything is in sync', inSync, 60_000);
}

async function save(tandem: StartedTandem, name: string, bytes: number): Promise<void> {
  const path = join(tandem.folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, Buffer.alloc(bytes, `${name} `));
}

async function shoot(page: Page, name: 'home' | 'activity'): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/${name}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (name === 'activity') await page.getByRole('row').filter({ hasText: 'from Carol.txt' }).waitFor();
  else await page.getByRole('listitem').first().waitFor();
  for (const size of sizes) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${size.width}.png`) });
    }
  }
}

await main();
