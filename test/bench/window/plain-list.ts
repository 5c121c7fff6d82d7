import type { Locator } from '@playwright/test';

/**
 * Takes the list out of the window's hands: a copy of its elements in place of the page, whose rows a few lines of script move and rename on scroll.
 * Frames of it cost what the browser and the machine take for as many elements, without the window.
 */
export async function makePlain(list: Locator): Promise<void> {
  await list.evaluate((drawn) => {
    const isList = (element: Element): boolean => element.role === drawn.role;
    const copy = document.body.cloneNode(true) as HTMLElement;
    document.body.replaceWith(copy);
    const plain = [...copy.querySelectorAll('[role]')].find(isList);
    if (!(plain instanceof HTMLElement)) throw new Error('The copy has no list.');
    // Rows of a table, or lines of tiles, placed by `top`.
    const lines = [...plain.querySelectorAll<HTMLElement>('[style*="top:"]')]
      .toSorted((one, other) => Number.parseFloat(one.style.top) - Number.parseFloat(other.style.top))
      .map((line) => ({ line, names: [...line.querySelectorAll('[data-part=open], [role=option] [dir=auto]')] }));
    // The first may be the row with the keyboard, far from the others.
    const [first = 0, second = 0] = lines.slice(-2).map(({ line }) => Number.parseFloat(line.style.top));
    const [pitch, size] = [second - first, lines.length];
    plain.addEventListener('scroll', () => {
      const above = Math.floor((size - plain.clientHeight / pitch) / 2);
      const begin = Math.max(0, Math.floor(plain.scrollTop / pitch) - above);
      for (const [at, { line, names }] of lines.entries()) {
        const index = begin + ((((at - begin) % size) + size) % size);
        const top = `${index * pitch}px`;
        if (line.style.top === top) continue;
        line.style.top = top;
        for (const name of names) name.textContent = `plain ${index}`;
      }
    });
    plain.scrollTop = 0;
  });
}
