/**
 * Maps a run's counters to numbers of the edge case catalogue. Several counters may stand for one case. A case without a sign cannot be reached or
 * identified by the simulator: the README says why.
 */
const SIGNS: readonly (readonly [edgeCase: number, sign: RegExp])[] = [
  // A. Concurrency
  [6, /^P12 upload$|^P19 create-remote-folder/],
  [8, /^P5 upload-version/],
  [9, /^P3 move-local/],
  [10, /^P8 move-local/],
  [11, /^P9 /],
  [12, /^P24 set-aside/],
  [13, /^P22 move-|^act swap/],
  [16, /^P12 (upload|download)/],
  [17, /^P19 /],
  [18, /^deleted twice/],
  [19, /^same bytes twice/],
  [20, /^P11 (upload|download)-version/],
  [21, /^same bytes twice/],
  [22, /^P(7|16) set-aside/],
  [23, /^conflict on a conflict copy/],
  [24, /^act touch/],
  [25, /^P18 set-aside/],
  [26, /^P26 move-remote/],
  [27, /^folder made twice/],
  [28, /^P24 set-aside/],
  // B. Names
  [30, /^act move/],
  [36, /^long name/],
  // C. Content and kinds
  [43, /^empty file/],
  [46, /^act append/],
  [47, /^act save-(atomic|office)/],
  [48, /^act save-(vim|emacs)/],
  [49, /^act save-(vim|office)/],
  [50, /^act open-alone|^disk busy/],
  [51, /^act edit-same-size/],
  [52, /^act edit-back-in-time/],
  // D. Roots, scope, rights
  [67, /^act unmount$/],
  [68, /^act unmount-bare/],
  [71, /^act move-root/],
  [72, /^disk denied|^act deny/],
  [73, /^act deny/],
  [74, /^disk denied/],
  [75, /^held and released/],
  [78, /^act ignore/],
  [79, /^act ignore/],
  [81, /^act deselect/],
  [84, /^act role/],
  [88, /^act restore/],
  // E. Network and service
  [90, /^events repeated/],
  [91, /^events in another order/],
  [92, /^position lost|^act forget-events/],
  [93, /^P14 upload/],
  [95, /^act set-back/],
  [97, /^act (token-expires|sign-out)/],
  [98, /^act expire-uploads/],
  [99, /^reply lost/],
  [100, /^assembling/],
  [102, /^rate_limited|^unavailable/],
  [103, /^act lock/],
  [104, /^download spoiled/],
  [105, /^offline/],
  [106, /^act sleep/],
  [107, /^act quota/],
  [108, /^P7 set-aside/],
  // F. State of the client
  [110, /^act crash|^crash at a call/],
  [113, /^disk no_space/],
  [115, /^act lose-state/],
  [116, /^act restore-state/],
  [118, /^hints overflow/],
  [119, /^hint lost/],
  [120, /^act unpack/],
  [121, /^P92 set-aside/],
];

/** With this many seeds every case is reached reliably; with fewer, a missing case proves nothing. */
export const SEEDS_FOR_ALL_CASES = 2_000;

/** How often each edge case was reached, by number, including 0. */
export function edgeCasesReached(reached: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  const found = new Map<number, number>(SIGNS.map(([edgeCase]) => [edgeCase, 0]));
  for (const [edgeCase, sign] of SIGNS) {
    for (const [what, times] of reached) {
      if (sign.test(what)) found.set(edgeCase, (found.get(edgeCase) ?? 0) + times);
    }
  }
  return found;
}

/** Reachable cases that a run did not reach. */
export function edgeCasesMissed(reached: ReadonlyMap<string, number>): readonly number[] {
  return [...edgeCasesReached(reached)].filter(([, times]) => times === 0).map(([edgeCase]) => edgeCase);
}
