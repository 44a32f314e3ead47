/** Milliseconds that `work` takes on the machine that the limits of tests are set for. */
const usual = 65;
const most = 5;
const text = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ index, name: 'x' })));

/** What tests spend most time on: making objects, and first use of memory, which is slow on a virtual machine. */
function work(): void {
  for (let round = 0; round < 60; round += 1) JSON.stringify(JSON.parse(text));
  for (let round = 0; round < 4; round += 1) Buffer.alloc(16 << 20, 1);
}

/**
 * The factor by which a test may now take longer than on the machine that limits are set for. It is the median of five
 * tries, from 1 to 5. The pace by `clock` includes what other processes cost; the pace by `processor` counts this thread alone.
 */
export function machinePace(by: 'clock' | 'processor'): number {
  const milliseconds = () => {
    const { user, system } = process.threadCpuUsage();
    return by === 'clock' ? performance.now() : (user + system) / 1_000;
  };
  const taken = [1, 2, 3, 4, 5].map(() => {
    const before = milliseconds();
    work();
    return milliseconds() - before;
  });
  const median = taken.sort((one, other) => one - other)[2] ?? usual;
  return Math.min(Math.max(median / usual, 1), most);
}

/** The pace by the clock, for all processes of a run: the first one measures it, and its children inherit it. */
export function runPace(): number {
  const told = Number(process.env.TEST_PACE);
  const pace = told >= 1 && told <= most ? told : machinePace('clock');
  process.env.TEST_PACE = pace.toFixed(2);
  return pace;
}
