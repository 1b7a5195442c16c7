/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean, resolved?: string }} Locked
 * @typedef {{ packages: Readonly<Record<string, Locked>> }} Lockfile
 */

/**
 * True where everything the lockfile names is in the tree as npm recorded it, so that installing again would change
 * nothing. A package for another platform may be absent.
 * @param {Lockfile} lockfile `package-lock.json`
 * @param {Lockfile} tree `node_modules/.package-lock.json`
 */
export const isTreeComplete = (lockfile, tree) =>
  Object.entries(lockfile.packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true;
    const found = tree.packages[path];
    if (found === undefined) return wanted.optional === true;
    if (wanted.link === true) return found.link === true && found.resolved === wanted.resolved;
    if (found.version !== wanted.version) return false;
    return wanted.integrity === undefined || found.integrity === wanted.integrity;
  });
