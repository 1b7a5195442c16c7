// `npm run pack:client [-- <directory>]`: builds the client of the public API and packs it as npm installs it.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown, type Plugin } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, '..');
const CLIENT = join(ROOT, 'packages', 'client');
/** Packages whose code and types go into the client's. */
const OWN_PACKAGES = ['contracts', 'domain', 'kernel'];
const OLDEST_NODE = '20';

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
};

const readManifest = async (directory: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as Manifest;

/** What is installed beside the client instead of going into it, in the versions its own packages ask for. */
const outsideDependencies = async (): Promise<Readonly<Record<string, string>>> => {
  const found: Record<string, string> = {};
  for (const name of OWN_PACKAGES) {
    const { dependencies = {} } = await readManifest(join(ROOT, 'packages', name));
    for (const [dependency, version] of Object.entries(dependencies)) {
      if (!dependency.startsWith('@redoubt/')) found[dependency] = version;
    }
  }
  return found;
};

const buildCode = async (file: string, external: readonly string[]): Promise<readonly string[]> => {
  const bundle = await rolldown({
    input: join(CLIENT, 'src', 'index.ts'),
    external: [...external, /^node:/],
    platform: 'node',
    // Modules of ours only declare, so what the client does not name can go.
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await bundle.write({ file, format: 'esm' });
  await bundle.close();
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : []));
};

/** Declarations of the client and of what it reads, one file beside each source. */
const emitDeclarations = async (directory: string): Promise<void> => {
  const options = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      incremental: false,
      outDir: directory,
      rootDir: ROOT,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules', '@types')],
      paths: Object.fromEntries(
        OWN_PACKAGES.map((name) => [`@redoubt/${name}`, [join(ROOT, 'packages', name, 'src', 'index.ts')]]),
      ),
    },
    files: [join(CLIENT, 'src', 'index.ts')],
  };
  const project = join(directory, 'tsconfig.json');
  await writeFile(project, JSON.stringify(options));
  await run(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', project]);
};

/** Finds the declarations of sources, which name each other with `.ts`. */
const inDeclarations = (directory: string): Plugin => ({
  name: 'declarations-of-sources',
  resolveId: (id, from) => {
    const own = /^@redoubt\/(.+)$/.exec(id)?.[1];
    if (own !== undefined) return join(directory, 'packages', own, 'src', 'index.d.ts');
    if (id.startsWith('.') && from !== undefined) return join(dirname(from), id).replace(/\.ts$/, '.d.ts');
    return null;
  },
});

const buildDeclarations = async (out: string, external: readonly string[], scratch: string): Promise<void> => {
  await emitDeclarations(scratch);
  const bundle = await rolldown({
    input: { index: join(scratch, 'packages', 'client', 'src', 'index.d.ts') },
    external: [...external],
    plugins: [inDeclarations(scratch), dts({ dtsInput: true })],
  });
  await bundle.write({ dir: out, format: 'esm' });
  await bundle.close();
};

/**
 * Builds the client into one module and one file of declarations, and packs it into a directory. Gives the path of the
 * tarball. Nothing is published.
 */
export const packClient = async (destination: string): Promise<string> => {
  const scratch = await mkdtemp(join(tmpdir(), 'redoubt-client-'));
  try {
    const folder = join(scratch, 'package');
    await mkdir(join(folder, 'dist'), { recursive: true });
    const candidates = await outsideDependencies();
    const external = Object.keys(candidates);
    const imported = await buildCode(join(folder, 'dist', 'index.js'), external);
    await buildDeclarations(join(folder, 'dist'), external, scratch);
    const types = await readFile(join(folder, 'dist', 'index.d.ts'), 'utf8');
    const isNeeded = (name: string): boolean =>
      imported.includes(name) || new RegExp(`from ["']${name}["']`).test(types);
    const { name, version, description, license } = await readManifest(CLIENT);
    const manifest = {
      name,
      version,
      description,
      license,
      type: 'module',
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      files: ['dist'],
      engines: { node: `>=${OLDEST_NODE}` },
      dependencies: Object.fromEntries(Object.entries(candidates).filter(([each]) => isNeeded(each))),
    };
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await copyFile(join(CLIENT, 'README.md'), join(folder, 'README.md'));
    await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
    await mkdir(destination, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', resolve(destination)], {
      cwd: folder,
    });
    const [{ filename } = { filename: '' }] = JSON.parse(stdout) as { filename: string }[];
    return join(resolve(destination), filename);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tarball = await packClient(process.argv[2] ?? '.');
  process.stdout.write(`${tarball}\n`);
}
