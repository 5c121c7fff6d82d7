/**
 * What a studio photographs and draws: 320 by 200, as SVG. Each run draws them again, so that no camera's file is part of the repository.
 */
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

const sky = (top: string, bottom: string): string =>
  `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>
  <rect width="320" height="200" fill="url(#sky)"/>`;

const at = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;

const shape = (path: string, fill: string, more = ''): string => `<path d="${path}" fill="${fill}" ${more}/>`;

const circle = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

/** A house of one floor, in the evening, with a pool in front of it. */
const house = (): string =>
  [
    sky('#7fb2d6', '#f2d6b8'),
    shape('M0 122Q60 96 130 116T320 108V150H0Z', '#8aa58a'),
    at(0, 136, 320, 64, '#cdbfa6'),
    at(86, 84, 150, 52, '#f4f0e8'),
    at(74, 78, 186, 7, '#39424c'),
    at(94, 92, 56, 44, '#f6b352'),
    ...range(3).map((pane) => at(106 + pane * 14, 92, 2, 44, '#5b4630')),
    at(160, 92, 40, 44, '#46525e'),
    at(206, 85, 30, 51, '#a9713f'),
    shape('M104 152H262L292 196H70Z', '#4f97ad'),
    shape('M112 156H250L254 162H108Z', '#86c3d0', 'opacity=".8"'),
    circle(40, 96, 26, '#47704c'),
    circle(56, 106, 18, '#3b6143'),
    at(40, 112, 5, 30, '#5a3f2a'),
  ].join('');

/** The sun sets behind the moles of a harbour. */
const harbour = (): string =>
  [
    sky('#2c3463', '#f6a56b'),
    circle(200, 108, 24, '#ffe3a8'),
    at(0, 118, 320, 82, '#3a4a78'),
    shape('M0 118V98Q50 88 92 110L120 118Z', '#1f2744'),
    shape('M320 118V106L272 112 250 118Z', '#1f2744'),
    ...range(6).map((line) => at(186 - line * 5, 126 + line * 11, 28 + line * 10, 3, '#f9c58b', 'opacity=".75"')),
    at(268, 78, 4, 34, '#1f2744'),
    shape('M262 80h16l-8-10Z', '#d1495b'),
    shape('M60 150q30 16 62 0l-8 14H70Z', '#141a30'),
    shape('M90 150V96l26 48Z', '#e7dcc8'),
  ].join('');

/** A tower, from below. */
const tower = (): string =>
  [
    sky('#2f78b7', '#a9d3ee'),
    shape('M30 200V120H92V200Z', '#c58c5c'),
    shape('M110 200 128 22 226 8 238 200Z', '#dfe6ec'),
    shape('M226 8 262 44 274 200H238Z', '#9aa9b8'),
    ...range(11).flatMap((floor) =>
      range(5).map((pane) => at(128 + pane * 20 - floor * 0.6, 30 + floor * 16, 12, 9, '#4a6e8e')),
    ),
    ...range(10).map((floor) => at(244, 48 + floor * 15, 20, 5, '#5d7388')),
    shape('M0 200V170H110V200Z', '#6e7f8d'),
    circle(58, 40, 16, '#ffffff'),
    circle(78, 44, 11, '#ffffff'),
  ].join('');

/** The plan of a floor, white on blue. */
const plan = (): string =>
  [
    at(0, 0, 320, 200, '#1c4a86'),
    ...range(15).map((line) => shape(`M${line * 23} 0V200`, 'none', 'stroke="#2a5b9b" stroke-width=".6"')),
    ...range(9).map((line) => shape(`M0 ${line * 23}H320`, 'none', 'stroke="#2a5b9b" stroke-width=".6"')),
    `<g fill="none" stroke="#eaf2fb" stroke-width="3"><path d="M42 28H250V172H42ZM42 104H122M150 104H250M150 28V74M150 172V132"/></g>`,
    `<g fill="none" stroke="#bcd4ee" stroke-width="1.2"><path d="M122 104a28 28 0 0 1 28-28M150 132a26 26 0 0 1-26-26"/>
    <path d="M56 42h44v28H56zM172 44h48v20h-48zM172 122h24v36h-24zM64 128h46v28H64zM272 28v144M266 28h12M266 172h12M42 186H250M42 180v12M250 180v12"/></g>`,
  ].join('');

/** A model of stairs, out of card. */
const stairs = (): string =>
  [
    sky('#efe6d8', '#d9c9b1'),
    shape('M0 200 150 30H320V200Z', '#e4d8c4'),
    ...range(7).map((step) =>
      [
        at(36 + step * 38, 168 - step * 21, 284, 10, '#f6efe3'),
        at(36 + step * 38, 178 - step * 21, 284, 12, `hsl(34 34% ${66 - step * 5}%)`),
      ].join(''),
    ),
    shape('M0 200H320V188H0Z', '#b79b74'),
    shape('M296 40 206 200H320V40Z', '#000', 'opacity=".12"'),
  ].join('');

/** Three arches of brick in the sun. */
const arches = (): string =>
  [
    sky('#79b7e3', '#d8ecf7'),
    at(0, 22, 320, 178, '#e0a877'),
    at(0, 22, 320, 12, '#c6854f'),
    at(0, 52, 320, 5, '#c98d5b'),
    ...range(3).map((arch) => {
      const x = 26 + arch * 98;
      const hole = `V132a36 36 0 0 1 72 0V200Z`;
      return [
        shape(`M${x - 6} 200V132a42 42 0 0 1 84 0V200Z`, '#b8693c'),
        shape(`M${x} 200${hole}`, '#6f3420'),
        shape(`M${x + 18} 200V136a30 30 0 0 1 54-18V200Z`, '#964a2c'),
      ].join('');
    }),
    at(0, 188, 320, 12, '#d8b48a'),
  ].join('');

/** The houses of a city at night. */
const skyline = (): string =>
  [
    sky('#0d1430', '#33406f'),
    circle(252, 40, 17, '#f4efd9'),
    ...range(9).map((house) => {
      const height = 60 + ((house * 53) % 84);
      const [x, y] = [house * 36 - 6, 200 - height];
      const panes = range(Math.floor(height / 14)).flatMap((floor) =>
        range(3).map((pane) =>
          (house * 7 + floor * 5 + pane * 3) % 4 === 0 ? '' : at(x + 5 + pane * 9, y + 7 + floor * 14, 5, 7, '#f3c969'),
        ),
      );
      return at(x, y, 33, height, house % 2 === 0 ? '#121a38' : '#1a2448') + panes.join('');
    }),
  ].join('');

/** A room with a sofa below a picture, and a window. */
const room = (): string =>
  [
    sky('#f3ece2', '#e6dacb'),
    at(0, 156, 320, 44, '#b98f63'),
    at(206, 24, 84, 92, '#ffffff'),
    at(212, 30, 34, 80, '#a9d2ea'),
    at(250, 30, 34, 80, '#bfe0f1'),
    shape('M212 110V88q18-16 34-4V110Z', '#7ea882'),
    at(76, 26, 50, 44, '#2f3b45'),
    at(80, 30, 42, 36, '#e58a55'),
    circle(101, 48, 10, '#fbe3b4'),
    at(36, 104, 130, 34, '#5d8291', 'rx="8"'),
    at(28, 122, 146, 34, '#4a6d7c', 'rx="8"'),
    at(56, 110, 30, 24, '#e9b872', 'rx="6"'),
    shape('M236 156l18-44 18 44Z', '#3f7a57'),
    at(246, 148, 16, 16, '#8a5a3a'),
    shape('M20 170H210L190 186H0Z', '#d9c0a0', 'opacity=".7"'),
  ].join('');

/** Firs in the mist, one row behind the other. */
const forest = (): string => {
  const fir = (x: number, y: number, height: number): string =>
    `M${x} ${y - height}l${height * 0.26} ${height * 0.5}h${-height * 0.1}l${height * 0.16} ${height * 0.5}h${-height * 0.64}l${height * 0.16} ${-height * 0.5}h${-height * 0.1}Z`;
  const row = (count: number, y: number, height: number, fill: string): string =>
    range(count)
      .map((tree) => shape(fir((tree * 320) / (count - 1), y, height + ((tree * 37) % 24)), fill))
      .join('');
  return [
    sky('#dfe8e6', '#f6f4ec'),
    row(14, 150, 70, '#b9cdc6'),
    row(11, 176, 86, '#7fa193'),
    at(0, 172, 320, 28, '#7fa193'),
    row(8, 206, 96, '#3f6a5a'),
  ].join('');
};

/** Mountains above a lake. */
const mountains = (): string =>
  [
    sky('#9fc8e8', '#eef5f9'),
    shape('M0 140 70 66 118 112 178 40 246 118 282 84 320 124V160H0Z', '#7d9cb8'),
    shape('M178 40 204 70 186 66 172 78 158 64Z', '#ffffff'),
    shape('M70 66 86 82 72 80 60 90 52 85Z', '#ffffff'),
    shape('M0 150 60 118 140 146 226 112 320 150V170H0Z', '#4d6f8d'),
    at(0, 152, 320, 48, '#6ea3c0'),
    ...range(5).map((line) => at(30 + line * 42, 164 + (line % 3) * 10, 60, 2, '#cfe4ef', 'opacity=".8"')),
  ].join('');

/** Leaves, close. */
const leaves = (): string =>
  [
    sky('#0f4034', '#1d6a4c'),
    ...range(9).map((leaf) => {
      const turn = `translate(${30 + ((leaf * 97) % 270)} ${24 + ((leaf * 61) % 150)}) rotate(${(leaf * 71) % 360})`;
      const fill = ['#2f8f63', '#57b07f', '#8fd0a3'][leaf % 3] ?? '#2f8f63';
      return `<g transform="${turn}">${shape('M0-46Q34-14 0 46Q-34-14 0-46Z', fill)}${shape('M0-40V40M0-16l14-10M0 2l16-11M0-16l-14-10M0 2l-16-11', 'none', 'stroke="#0f4034" stroke-width="1.5"')}</g>`;
    }),
  ].join('');

const drawings = {
  'facade-east.jpg': house,
  'harbour-dusk.jpg': harbour,
  'tower-study.jpg': tower,
  'plan-level-2.png': plan,
  'stairs-model.jpg': stairs,
  'arches-rome.jpg': arches,
  'site-by-night.jpg': skyline,
  'living-room.jpg': room,
  'plot-north.jpg': forest,
  'view-west.jpg': mountains,
  'planting.jpg': leaves,
} as const;

/** The photos in the order of a list. */
export const drawn = Object.keys(drawings);

/** A photo as a document of SVG. */
export function draw(name: string): string {
  const inner = Object.entries(drawings).find(([drawing]) => drawing === name)?.[1]() ?? '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200" viewBox="0 0 320 200">${inner}</svg>`;
}
