/** `node assets/render.ts` draws the icons and the tray images from `tandem.svg`, with the browser of the end-to-end tests. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';

type Look = {
  readonly ending: string;
  readonly rings: string;
  readonly badges: Readonly<Record<string, string>>;
  /** Around the whole icon, where the background is unknown. */
  readonly outline?: string;
};

const states = ['in-sync', 'syncing', 'paused', 'attention', 'offline'] as const;
const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
/** Points of a tray image; each is drawn for screens of one, two and three pixels a point. */
const traySize = 22;
const densities = [1, 2, 3] as const;

const sameBadges = (colour: string) => Object.fromEntries(states.map((state) => [state, colour]));
const looks: readonly Look[] = [
  {
    ending: '-light',
    rings: '#14181d',
    badges: { 'in-sync': '#166f3d', syncing: '#1d5fc4', paused: '#56606b', attention: '#b45f00', offline: '#b3261e' },
  },
  {
    ending: '-dark',
    rings: '#ffffff',
    badges: { 'in-sync': '#63cf90', syncing: '#84b4ff', paused: '#c3cbd2', attention: '#f0b35a', offline: '#ff9a92' },
  },
  {
    ending: '-outlined',
    rings: '#ffffff',
    badges: { 'in-sync': '#63cf90', syncing: '#84b4ff', paused: '#c3cbd2', attention: '#f0b35a', offline: '#ff9a92' },
    outline: '#14181d',
  },
  { ending: 'Template', rings: '#000000', badges: sameBadges('#000000') },
];

const folder = import.meta.dirname;

async function drawIcons(page: Page, source: string): Promise<void> {
  for (const size of iconSizes) {
    const drawing = `<svg width="${size}" height="${size}"><use href="#icon" /></svg>`;
    await draw(page, source, drawing, size, path.join(folder, 'icons', `${size}x${size}.png`));
  }
}

async function drawTray(browser: Browser, source: string): Promise<void> {
  for (const density of densities) {
    const page = await browser.newPage({ deviceScaleFactor: density });
    const suffix = density === 1 ? '' : `@${density}x`;
    for (const look of looks) {
      for (const state of states) {
        const file = path.join(folder, 'tray', `${state}${look.ending}${suffix}.png`);
        await draw(page, source, trayDrawing(state, look), traySize, file);
      }
    }
    await page.close();
  }
}

/** The rings above, the badge at the lower right in a hole of its own, so that the two never run together. */
function trayDrawing(state: (typeof states)[number], look: Look): string {
  const opacity = state === 'offline' || state === 'paused' ? 0.55 : 1;
  return `<svg width="${traySize}" height="${traySize}" viewBox="0 0 22 22">
    <mask id="hole" maskUnits="userSpaceOnUse" x="0" y="0" width="22" height="22">
      <rect width="22" height="22" fill="#fff" /><circle cx="16.2" cy="15.8" r="6.6" fill="#000" />
    </mask>
    <g${outlineOf(look)}>
    <g mask="url(#hole)" style="color:${look.rings}" opacity="${opacity}">
      <svg x="-1.5" y="-3" width="25" height="25"><use href="#rings" /></svg>
    </g>
    <svg x="11.2" y="10.8" width="10" height="10" style="color:${look.badges[state]}">
      <use href="#state-${state}" />
    </svg>
    </g>
  </svg>`;
}

/** A line of less than a point in each direction. */
function outlineOf({ outline }: Look): string {
  if (outline === undefined) return '';
  const sides = ['.8px 0', '-.8px 0', '0 .8px', '0 -.8px'];
  return ` style="filter:${sides.map((side) => `drop-shadow(${side} 0 ${outline})`).join(' ')}"`;
}

async function draw(page: Page, source: string, drawing: string, size: number, file: string): Promise<void> {
  const hidden = `<div style="position:absolute;width:0;height:0;overflow:hidden">${source}</div>`;
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${hidden}${drawing}`);
  await page.screenshot({ path: file, omitBackground: true });
}

const source = await readFile(path.join(folder, 'tandem.svg'), 'utf8');
for (const name of ['icons', 'tray']) {
  await rm(path.join(folder, name), { recursive: true, force: true });
  await mkdir(path.join(folder, name));
}
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' });
try {
  const page = await browser.newPage();
  await drawIcons(page, source);
  await drawTray(browser, source);
} finally {
  await browser.close();
}
