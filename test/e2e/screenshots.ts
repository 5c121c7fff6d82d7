/**
 * `node test/e2e/screenshots.ts`: the pictures of the documentation, from a started Tandem in the home of a person who works with it.
 * Writes `docs/screenshots/PAGE-SCHEME-WIDTH.png`.
 */
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
  'Documents/Contracts/agreement.pdf': 1_400_000,
  'Documents/Contracts/annex-a.docx': 88_000,
  'Documents/Contracts/Drafts/agreement with changes.docx': 212_000,
  'Documents/Notes/meeting 2026-11-19.md': 4_100,
  'Documents/Notes/ideas.md': 1_900,
  'Documents/Video/interview-03.mov': 48_000_000,
  'Documents/budget.xlsx': 212_000,
  'Studio/2026/site-plan v1.dwg': 9_300_000,
  'Studio/2026/facade.dwg': 6_100_000,
  'Studio/Photos/signing.jpg': 6_100_000,
  'Studio/Photos/site.jpg': 4_700_000,
  'Studio/raw/scan-001.tif': 31_000_000,
};
/** Large enough to be on their way while the pictures of Home are taken. */
const recording = { name: 'Documents/Video/interview-04.mov', bytes: 1_600_000_000 };
const drawings = Array.from({ length: 20 }, (_, index) => `site-plan sheet ${index + 1}.dwg`);
const drawingBytes = 48_000_000;

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tandem = await startTandem({ personName: 'Ann Example' });
  const browser = await chromium.launch({ executablePath: chromiumPath() });
  try {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    await page.goto(await tandem.link());
    await aMorning(tandem);
    await spaceIsCounted(page);
    await shoot(page, 'activity');
    await anAfternoon(tandem);
    await eventually('both are well on their way', async () => isWellOnItsWay(await tandem.ask('status.get')), 120_000);
    await page.evaluate(() => {
      window.location.hash = '#/home';
    });
    await showsRates(page);
    await shoot(page, 'home');
  } finally {
    await browser.close();
    await tandem.close();
  }
}

/** What Activity shows: saves here, changes by others, a rename. */
async function aMorning(tandem: StartedTandem): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) await save(tandem, name, bytes);
  await inSync(tandem, Object.keys(files).length);
  await tandem.web.upload(await remoteFolder(tandem, 'Studio'), 'comments from Carol.txt', 'The stairs are fine now.');
  await rename(join(tandem.folder, 'Studio/raw'), join(tandem.folder, 'Studio/archive'));
  await inSync(tandem, Object.keys(files).length + 1);
  await save(tandem, 'Documents/Notes/ideas.md', 2_300);
  const isNewVersionSent = async () =>
    (await tandem.ask('activity.list', { kinds: ['upload-version'] })).entries.length > 0;
  await eventually('the new version is on the service', isNewVersionSent);
  await inSync(tandem, Object.keys(files).length + 1);
}

/** What Home shows: large files both ways, a file that was changed on both sides, and a name that the service refuses. */
async function anAfternoon(tandem: StartedTandem): Promise<void> {
  await tandem.ask('sync.pause', { forMs: null });
  const budget = await tandem.web.find(await remoteFolder(tandem, 'Documents'), 'budget.xlsx');
  if (budget !== undefined) await tandem.web.replace(budget.id, budget.name, 'what Carol wrote');
  await save(tandem, 'Documents/budget.xlsx', 213_000);
  await save(tandem, 'Documents/Q3\\Q4 outlook.xlsx', 48_000);
  await save(tandem, recording.name, recording.bytes);
  const studio = await remoteFolder(tandem, 'Studio');
  for (const name of drawings) await tandem.web.upload(studio, name, Buffer.alloc(drawingBytes, name));
  await tandem.ask('sync.resume', {});
}

async function remoteFolder(tandem: StartedTandem, name: string): Promise<string> {
  return (await tandem.web.find(tandem.remoteId, name))?.id ?? '';
}

/** Far enough for the rates and the times left to be known, and for what needs a person to have been found. */
function isWellOnItsWay({ transfers, totals, attentionTotal }: Status): boolean {
  const directions = new Set(transfers.filter(({ secondsLeft }) => secondsLeft !== null).map((one) => one.direction));
  const [first] = transfers.filter(({ direction }) => direction === 'up');
  const isAhead = first !== undefined && first.bytesDone > first.bytesTotal / 10;
  return isAhead && attentionTotal > 0 && totals.secondsLeft !== null && directions.size === 2;
}

/** The same, as the window shows it. */
async function showsRates(page: Page): Promise<void> {
  const moving = page.getByRole('listitem').filter({ hasText: 'MB/s' });
  await moving.filter({ hasText: 'interview-04.mov' }).waitFor();
  await moving.filter({ hasText: 'site-plan sheet' }).first().waitFor();
  await page
    .getByTestId('state')
    .getByText(/ left\.$/)
    .waitFor();
}

async function inSync(tandem: StartedTandem, fileCount: number): Promise<void> {
  const isThere = async (): Promise<boolean> => {
    const { state, roots } = await tandem.ask('status.get');
    return state === 'in_sync' && roots.reduce((sum, { files: count }) => sum + count, 0) >= fileCount;
  };
  await eventually('everything is in sync', isThere, 60_000);
}

/** The used space is asked for some seconds after the last change; the pictures show what stays. */
async function spaceIsCounted(page: Page): Promise<void> {
  await page.getByText(/^10\d MB used$/).waitFor({ timeout: 30_000 });
}

async function save(tandem: StartedTandem, name: string, bytes: number): Promise<void> {
  const path = join(tandem.folder, name);
  await mkdir(dirname(path), { recursive: true });
  if (bytes < 1_000_000) return writeFile(path, Buffer.alloc(bytes, `${name} `));
  const piece = Buffer.alloc(1_000_000, `${name} `);
  const file = await open(path, 'w');
  try {
    for (let at = 0; at < bytes; at += piece.length) await file.write(piece.subarray(0, bytes - at));
  } finally {
    await file.close();
  }
}

async function shoot(page: Page, name: 'home' | 'activity'): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/${name}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (name === 'activity') await page.getByRole('row').filter({ hasText: 'comments from Carol.txt' }).waitFor();
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
