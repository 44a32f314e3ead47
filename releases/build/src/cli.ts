#!/usr/bin/env node
import { resolve } from 'node:path';
import { buildApp } from './build.ts';

const folder = resolve(process.argv[2] ?? '.');
try {
  const { app, build, files } = buildApp(folder);
  console.log(`${app}: ${Object.keys(files).length} files\n${build}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
