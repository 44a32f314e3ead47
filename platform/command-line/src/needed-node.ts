import { versions } from 'node:process';

/**
 * Why a program cannot run on this Node, in a sentence; null: it can. Its entry imports nothing else before it asks. An
 * older Node lacks some modules, and would print a stack in place of the sentence.
 *
 * @param needed the oldest that will do, such as `22.12`
 */
export function tooOldNode(program: string, needed: string, node = versions.node): string | null {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number);
  const isEnough = major > neededMajor || (major === neededMajor && minor >= neededMinor);
  return isEnough ? null : `${program} needs Node ${needed} or newer; this is Node ${node}.`;
}
