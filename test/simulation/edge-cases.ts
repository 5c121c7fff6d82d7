/** What a run counted, by the numbers of the catalogue of edge cases. Several counts may stand for one case. */
const SIGNS: readonly (readonly [edgeCase: number, sign: RegExp])[] = [
  [10, /^P8 move-local/],
  [11, /^P9 /],
  [12, /^P24 set-aside/],
  [13, /^P22 move-|^act swap/],
  [16, /^P12 (upload|download)/],
  [17, /^P19 /],
  [18, /^P13 forget/],
  [19, /^P11 adopt/],
  [20, /^P11 upload-version/],
  [21, /^P(7|16) adopt/],
  [22, /^P(7|16) set-aside/],
  [23, /^conflict on a conflict copy/],
  [24, /^P21 adopt|^act touch/],
  [25, /^P18 set-aside/],
  [26, /^P26 move-remote/],
  [27, /^P17 adopt/],
  [28, /^P24 set-aside/],
  [30, /^act move/],
  [43, /^empty file/],
  [47, /^act save-atomic/],
  [72, /^disk denied/],
  [88, /^act restore/],
  [90, /^events repeated/],
  [91, /^events in another order/],
  [92, /^position lost/],
  [99, /^reply lost/],
  [100, /^assembling/],
  [102, /^rate_limited|^unavailable/],
  [104, /^download spoiled/],
  [105, /^offline/],
  [110, /^act crash/],
  [113, /^disk no_space/],
  [118, /^hints overflow/],
  [119, /^hint lost/],
];

/** How often each edge case was reached, by number. */
export function edgeCasesReached(reached: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [edgeCase, sign] of SIGNS) {
    for (const [what, times] of reached) {
      if (sign.test(what)) found.set(edgeCase, (found.get(edgeCase) ?? 0) + times);
    }
  }
  return found;
}
