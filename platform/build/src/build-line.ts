import { resolve } from 'node:path';
import type { RunVerb } from '@tallystick/command-line/run-words';
import type { CommandLine } from '@tallystick/command-line/verb';
import { buildApp } from './build.ts';
import { writeNewRemote } from './new-remote.ts';

const build: RunVerb = {
  name: 'build',
  takes: '[FOLDER]',
  summary: 'build the app in the folder; meant where no verb is named',
  about: `Builds the app in the folder into dist/<build id>/, beside the four builds before; prints the build
id last.`,
  examples: [
    ['', ''],
    ['build mfe-notes', ''],
  ],
  run: async ({ words }) => {
    const { app, build, files } = buildApp(resolve(wordOf(words) ?? '.'));
    console.log(`${app}: ${Object.keys(files).length} files\n${build}`);
    return 0;
  },
};

const dev: RunVerb = {
  name: 'dev',
  takes: '[FOLDER]',
  summary: 'serve a remote on this machine, and show each change of its sources at once',
  about: `With --site inside the pages of that site, all else as released there. Without it, or with
--standalone, by itself, with all it needs inside and the settings and services of a site
(http://localhost:4000).`,
  options: {
    site: { value: 'https://…', about: 'the site whose pages it is in, or whose settings it has' },
    remote: {
      value: 'URL',
      about:
        'the mf-manifest.json of a development server of your own (webpack, Rsbuild, Vite), inside a site',
    },
    standalone: { about: 'by itself' },
    port: { value: 'N', about: 'where its pages are; else 4900' },
    set: {
      multiple: true,
      value: 'NAME=VALUE',
      about: 'a setting of it that is to be another one, inside a site; may be repeated',
    },
    open: { about: 'and show it in your browser' },
  },
  examples: [
    ['dev --site https://tally.example --open', ''],
    ['dev mfe-notes --standalone', ''],
  ],
  run: async ({ words, text, texts, flag }) => {
    const folder = resolve(wordOf(words) ?? '.');
    // With the bundler, whose code takes a second to load.
    const { runDev } = await import('./dev/run-dev.ts');
    return await runDev(folder, {
      port: text('port'),
      site: text('site'),
      remote: text('remote'),
      standalone: flag('standalone'),
      open: flag('open'),
      set: texts('set'),
    });
  },
};

const newRemote: RunVerb = {
  name: 'new',
  takes: 'NAME',
  summary: 'write the few files of a new remote into a folder of its name',
  about: "They are those of the template in the site's kit, or of another one.",
  options: {
    template: { value: 'FOLDER', about: 'another template' },
    framework: {
      value: 'NAME',
      about: 'pages without React, built with Vite: angular, lit, svelte or vue',
    },
    kit: {
      value: 'FOLDER',
      about: "a folder with the kit's tarballs, where no package registry has them",
    },
  },
  examples: [
    ['new mfe-notes --kit kit', ''],
    ['new mfe-notes --framework vue --kit kit', ''],
  ],
  run: async ({ words, text }) => {
    const name = wordOf(words);
    if (name === undefined) {
      throw new Error('Say how the remote is called: tallystick-build new <name>');
    }
    const [kit, template, framework] = [text('kit'), text('template'), text('framework')];
    writeNewRemote(name, { kit, template, framework });
    console.log(`${name} is there. Next: cd ${name} && npm install && npm run build`);
    return 0;
  },
};

/** `tallystick-build`. */
export const buildLine: CommandLine<RunVerb> = {
  program: 'tallystick-build',
  about: 'Build a part of a site, try it, begin a new one.',
  verbs: { build: async () => build, dev: async () => dev, new: async () => newRemote },
  otherwise: 'build',
};

/** The word after a verb, if there is one. */
function wordOf([word, ...unread]: readonly string[]): string | undefined {
  if (unread.length === 0) return word;
  throw new Error(`${unread.join(' ')}: not taken here. Try: tallystick-build --help`);
}
