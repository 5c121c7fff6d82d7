import type { ReactNode } from 'react';

export type StepNumber = 1 | 2 | 3;

/** A drawing for each step: two computers kept alike, files that go into a folder, folders that stay online. */
export function StepPicture({ step }: { step: StepNumber }): ReactNode {
  return (
    <svg aria-hidden="true" viewBox="0 0 440 440" className="w-[min(26rem,80%)]">
      {pictures[step]}
    </svg>
  );
}

const line = { fill: 'none', stroke: 'var(--accent)', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** A sheet of paper in the colour of its kind. */
const Sheet = ({ at, colour }: { at: string; colour: string }): ReactNode => (
  <g transform={at} stroke={colour} strokeWidth={3} strokeLinecap="round">
    <path d="M0 6a6 6 0 0 1 6-6h36l20 20v54a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6z" fill="var(--card)" />
    <path d="M42 0v20h20M14 36h34M14 48h34M14 60h20" fill="none" />
  </g>
);

const Laptop = ({ at }: { at: string }): ReactNode => (
  <g transform={at}>
    <rect x="14" width="172" height="112" rx="10" fill="var(--card)" stroke="var(--accent)" strokeWidth={3} />
    <path d="M0 122h200l-8 12a8 8 0 0 1-7 4H15a8 8 0 0 1-7-4z" fill="var(--accent)" />
  </g>
);

const Folder = ({ at, opacity = 1 }: { at: string; opacity?: number }): ReactNode => (
  <g transform={at} fill="var(--accent)" opacity={opacity}>
    <path d="M0 10a8 8 0 0 1 8-8h30l12 12h50a8 8 0 0 1 8 8v50H0z" opacity={0.55} />
    <path d="M0 30h108v46a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z" />
  </g>
);

const pictures: Readonly<Record<StepNumber, ReactNode>> = {
  1: (
    <>
      <circle cx="150" cy="150" r="104" {...line} strokeWidth={14} />
      <circle cx="290" cy="150" r="104" {...line} strokeWidth={14} />
      <Sheet at="translate(92 112) rotate(-6)" colour="var(--t-doc)" />
      <Sheet at="translate(198 120) scale(0.72)" colour="var(--accent)" />
      <Sheet at="translate(296 106) rotate(6)" colour="var(--t-image)" />
      <Laptop at="translate(20 306) scale(0.8)" />
      <Laptop at="translate(260 306) scale(0.8)" />
      <Folder at="translate(77 326) scale(0.44)" />
      <Folder at="translate(317 326) scale(0.44)" />
      <path d="M196 360h48m-12-10 12 10-12 10M208 350l-12 10 12 10" {...line} strokeWidth={4} />
    </>
  ),
  2: (
    <>
      <Laptop at="translate(40 150) scale(1.8)" />
      <Folder at="translate(122 196) scale(1.8)" />
      <Sheet at="translate(60 40) rotate(-10)" colour="var(--t-doc)" />
      <Sheet at="translate(190 14) rotate(4)" colour="var(--t-sheet)" />
      <Sheet at="translate(320 44) rotate(12)" colour="var(--t-image)" />
      <path d="M130 138q24 30 48 44M224 110v66M322 140q-20 26-44 42" {...line} strokeWidth={4} strokeDasharray="2 12" />
    </>
  ),
  3: (
    <>
      <path
        d="M330 150a70 70 0 0 0-68-86 96 96 0 0 0-180 30 62 62 0 0 0 14 122h236a40 40 0 0 0-2-66z"
        fill="var(--card)"
        stroke="var(--accent)"
        strokeWidth={4}
      />
      <Folder at="translate(110 116) scale(0.8)" />
      <Folder at="translate(222 116) scale(0.8)" opacity={0.45} />
      <Laptop at="translate(110 282) scale(1.1)" />
      <Folder at="translate(176 308) scale(0.8)" />
      <path d="M156 222v50m-14-14 14 14 14-14" {...line} strokeWidth={5} />
      <path d="M266 222v40" stroke="var(--edge)" strokeWidth={4} strokeDasharray="2 10" strokeLinecap="round" />
    </>
  ),
};
