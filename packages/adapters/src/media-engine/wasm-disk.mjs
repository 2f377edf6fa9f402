// @ts-check
/**
 * An Emscripten file system over the regular files of one directory of this machine. Files
 * are read and written in place, so a job's media never has to fit in memory; sub-directories
 * and links do not exist in it.
 */
import fs from "node:fs";
import path from "node:path";

const ENOENT = 44;
const EINVAL = 28;
const EPERM = 63;
const ENOSPC = 51;

/** The type to give to `FS.mount`, with `{ directory }` as its options. */
export function diskFiles(FS) {
  const ops = { node: {}, stream: {} };
  const createNode = (parent, name, mode) => {
    const node = FS.createNode(parent, name, mode);
    node.node_ops = ops.node;
    node.stream_ops = ops.stream;
    return node;
  };
  ops.node = nodeOps(FS, createNode);
  ops.stream = streamOps(FS);
  return {
    mount: (mount) => {
      const root = createNode(null, "/", 0o40777);
      root.mount = mount;
      return root;
    },
  };
}

function nodeOps(FS, createNode) {
  const refuse = () => {
    throw new FS.ErrnoError(EPERM);
  };
  return {
    getattr: (node) => {
      const isRoot = node.parent === node;
      const target = isRoot ? node.mount.opts.directory : hostPath(node);
      return attributesOf(
        node,
        guard(FS, () => fs.statSync(target)),
      );
    },
    setattr: (node, attributes) => {
      if (attributes.size === undefined) return;
      guard(FS, () => fs.truncateSync(hostPath(node), attributes.size));
    },
    lookup: (parent, name) => {
      const stat = guard(FS, () => fs.lstatSync(childPath(parent, name)));
      if (!stat.isFile()) throw new FS.ErrnoError(ENOENT);
      return createNode(parent, name, 0o100666);
    },
    mknod: (parent, name, mode) => {
      guard(FS, () => fs.closeSync(fs.openSync(childPath(parent, name), "wx")));
      return createNode(parent, name, mode);
    },
    unlink: (parent, name) => guard(FS, () => fs.unlinkSync(childPath(parent, name))),
    rename: (node, parent, name) => {
      guard(FS, () => fs.renameSync(hostPath(node), childPath(parent, name)));
      node.name = name;
    },
    readdir: (node) => [".", "..", ...fs.readdirSync(node.mount.opts.directory)],
    rmdir: refuse,
    symlink: refuse,
  };
}

function streamOps(FS) {
  return {
    open: (stream) => {
      const mode = (stream.flags & 3) === 0 ? "r" : "r+";
      stream.hostFd = guard(FS, () => fs.openSync(hostPath(stream.node), mode));
    },
    close: (stream) => fs.closeSync(stream.hostFd),
    read: (stream, buffer, offset, length, position) =>
      guard(FS, () => fs.readSync(stream.hostFd, buffer, offset, length, position)),
    write: (stream, buffer, offset, length, position) =>
      guard(FS, () => fs.writeSync(stream.hostFd, buffer, offset, length, position)),
    llseek: (stream, offset, whence) => {
      const end = () => fs.fstatSync(stream.hostFd).size;
      const base = whence === 2 ? end() : whence === 1 ? stream.position : 0;
      if (base + offset < 0) throw new FS.ErrnoError(EINVAL);
      return base + offset;
    },
  };
}

/** What FFmpeg is told in other words than "not permitted". */
const ERRNO_BY_CODE = { ENOENT, ENOSPC, EDQUOT: ENOSPC };

function guard(FS, action) {
  try {
    return action();
  } catch (error) {
    throw new FS.ErrnoError(ERRNO_BY_CODE[error?.code] ?? EPERM);
  }
}

function hostPath(node) {
  return path.join(node.mount.opts.directory, node.name);
}

function childPath(parent, name) {
  return path.join(parent.mount.opts.directory, name);
}

function attributesOf(node, stat) {
  return {
    dev: 1,
    ino: node.id,
    mode: node.mode,
    nlink: 1,
    uid: 0,
    gid: 0,
    rdev: 0,
    size: stat.size,
    atime: stat.atime,
    mtime: stat.mtime,
    ctime: stat.ctime,
    blksize: 4096,
    blocks: Math.ceil(stat.size / 512),
  };
}
