#!/usr/bin/env node
/**
 * Takes the place of fpm for electron-builder (`CUSTOM_FPM_PATH`): it builds deb and rpm with the tools of those systems, so that no
 * further program is downloaded, and leaves an installed version alone that replaces another.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readPackageRequest } from './package-request.ts';
import { stageContent } from './stage.ts';
import { writeDeb } from './write-deb.ts';
import { writeRpm } from './write-rpm.ts';

const request = await readPackageRequest(process.argv.slice(2));
const stage = await mkdtemp(path.join(tmpdir(), 'tandem-stage-'));
try {
  await stageContent(stage, request.content);
  await (request.format === 'deb' ? writeDeb(request, stage) : writeRpm(request, stage));
} finally {
  await rm(stage, { recursive: true, force: true });
}
