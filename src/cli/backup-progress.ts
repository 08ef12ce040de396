import { Progress } from "./progress.ts";

type Step = "Copying" | "Checking";

const bytesInMegabyte = 1024 * 1024;

/** Shows how far a backup or a restore is: megabytes that were copied, then contents that were checked. */
export function backupProgress() {
  const progress = new Progress();
  return {
    onStep(step: Step, done: number, total: number): void {
      const unit = step === "Copying" ? bytesInMegabyte : 1;
      progress.show(step, Math.ceil(done / unit), Math.ceil(total / unit));
    },
    end: () => progress.end(),
  };
}
