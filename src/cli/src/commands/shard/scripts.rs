//! Plans in the words of schedulers.

use std::fmt::Write;

use enumerate::shard::{Cut, Plan, Task};

/// Slurm takes no longer arrays as it comes.
const LONGEST_ARRAY: usize = 1000;

/// A task may take so many times as long as it is expected to, and no less than [`LEAST_MINUTES`].
const PATIENCE: u64 = 6;

/// Less is not asked for.
const LEAST_MINUTES: u64 = 20;

/// A shell script that submits the tasks as arrays, one after the other where they need each other, and the merging
/// at their end. It ends with the number of the last job.
pub fn slurm(plan: &Plan, folder: &str) -> String {
    let name = plain(plan.name());
    let mut script = format!(
        "#!/usr/bin/env bash\n\
         # {name}: {} tasks, submitted to Slurm, then merged into {name}.db.\n\
         # GYAKUSAN names the program where it is not on the PATH; SBATCH_ACCOUNT, SBATCH_PARTITION and so on are obeyed.\n\
         set -euo pipefail\n\
         program=${{GYAKUSAN:-gyakusan}}\n\
         plan=$(printf %q {})\n\
         jobs=()\n",
        plan.tasks.len(),
        quoted(folder)
    );
    let stages = stages(plan);
    for stage in &stages {
        script.push_str("before=$(IFS=:; echo \"${jobs[*]}\")\n");
        for run in stage.chunk_by(|one, next| one.id + 1 == next.id && is_alike(one, next)) {
            let each = run.len().div_ceil(LONGEST_ARRAY);
            let memory = megabytes(run);
            let limit = limit(plan, memory);
            let _ = write!(
                script,
                "jobs+=(\"$(sbatch --parsable --job-name={name} --array=1-{} --cpus-per-task=1 --mem={memory}M{} \\\n    \
                 ${{before:+--kill-on-invalid-dep=yes --dependency=afterok:$before}} \\\n    \
                 --wrap \"exec $program shard run $plan {}{limit}\")\")\n",
                run.len().div_ceil(each),
                minutes(run, each as u64)
                    .map(|minutes| format!(" --time={minutes}"))
                    .unwrap_or_default(),
                ids(run, each),
            );
        }
    }
    let _ = write!(
        script,
        "before=$(IFS=:; echo \"${{jobs[*]}}\")\n\
         sbatch --parsable --job-name={name}-merge --cpus-per-task=1 --mem=2000M --kill-on-invalid-dep=yes --dependency=afterok:$before \\\n    \
         --wrap \"exec $program shard merge $plan --db $plan/{name}.db\"\n"
    );
    script
}

/// A task of families stops with a message a little before Slurm would kill it.
fn limit(plan: &Plan, megabytes: u64) -> String {
    match plan.cut {
        Cut::Sweep(_) => String::new(),
        Cut::Families(_) => format!(" --memory {}M", megabytes * 19 / 20),
    }
}

/// The numbers of the tasks that an element of an array has, `each` of them, in words of the shell that runs it.
fn ids(run: &[&Task], each: usize) -> String {
    let (before, last) = (run[0].id - 1, run[run.len() - 1].id);
    match (each, before) {
        (1, 0) => "\\$SLURM_ARRAY_TASK_ID".to_owned(),
        (1, _) => format!("\\$((SLURM_ARRAY_TASK_ID + {before}))"),
        _ => format!(
            "\\$(seq \\$(({before} + (SLURM_ARRAY_TASK_ID - 1) * {each} + 1)) \\$(({before} + SLURM_ARRAY_TASK_ID * {each})) \
             | awk '\\$1 <= {last}')"
        ),
    }
}

/// A Snakefile: one rule for the tasks, one for merging.
pub fn snakemake(plan: &Plan, folder: &str) -> String {
    let name = plain(plan.name());
    format!(
        "# {name}: {} tasks, then merged into {name}.db. Run it with: snakemake --snakefile FILE --cores N\n\
         import json\n\
         import os\n\
         \n\
         PLAN = {}\n\
         PROGRAM = os.environ.get(\"GYAKUSAN\", \"gyakusan\")\n\
         with open(os.path.join(PLAN, \"tasks.jsonl\")) as lines:\n    \
             TASKS = {{task[\"id\"]: task for task in map(json.loads, lines)}}\n\
         \n\
         \n\
         def checksum(task):\n    \
             return os.path.join(PLAN, task[\"outputs\"][1])\n\
         \n\
         \n\
         rule merged:\n    \
             input: [checksum(task) for task in TASKS.values()]\n    \
             output: os.path.join(PLAN, \"{name}.db\")\n    \
             shell: \"{{PROGRAM}} shard merge {{PLAN:q}} --db {{output:q}}\"\n\
         \n\
         \n\
         rule task:\n    \
             input: lambda found: [checksum(TASKS[need]) for need in TASKS[int(found.id)][\"needs\"]]\n    \
             output: os.path.join(PLAN, \"runs\", \"{{id}}.{{kind}}.sha256\")\n    \
             resources:\n        \
                 mem_mb=lambda found: TASKS[int(found.id)][\"memory\"] // 1000000 + 1\n    \
             shell: \"{{PROGRAM}} shard run {{PLAN:q}} {{wildcards.id}}\"\n",
        plan.tasks.len(),
        serde_json::Value::from(folder),
    )
}

/// A job definition file: a task each, then the merging.
pub fn hyperqueue(plan: &Plan, folder: &str) -> String {
    let name = plain(plan.name());
    let text = |text: &str| toml_text(text);
    let mut file = format!(
        "# {name}: {} tasks, then merged into {name}.db. Submit it with: hq job submit-file FILE\n\
         name = {}\n",
        plan.tasks.len(),
        text(&name)
    );
    for task in &plan.tasks {
        let _ = write!(
            file,
            "\n[[task]]\nid = {id}\ncommand = [\"gyakusan\", \"shard\", \"run\", {}, \"{id}\"]\ndeps = {:?}\n\
             [[task.request]]\nresources = {{ \"cpus\" = 1, \"mem\" = {} }}\n",
            text(folder),
            task.needs,
            megabytes(std::slice::from_ref(&task)),
            id = task.id,
        );
    }
    let all: Vec<u32> = plan.tasks.iter().map(|task| task.id).collect();
    let _ = write!(
        file,
        "\n[[task]]\nid = {}\ncommand = [\"gyakusan\", \"shard\", \"merge\", {}, \"--db\", {}]\ndeps = {all:?}\n",
        all.len() + 1,
        text(folder),
        text(&format!("{folder}/{name}.db")),
    );
    file
}

/// The tasks by how many come before them.
fn stages(plan: &Plan) -> Vec<Vec<&Task>> {
    let mut stages: Vec<Vec<&Task>> = Vec::new();
    for (task, depth) in plan.tasks.iter().zip(plan.depths()) {
        let depth = depth as usize;
        if stages.len() < depth {
            stages.resize(depth, Vec::new());
        }
        stages[depth - 1].push(task);
    }
    stages
}

/// Whether tasks ask for about as much, so that one array serves both.
fn is_alike(one: &Task, other: &Task) -> bool {
    let size = |task: &Task| (task.memory.next_power_of_two(), task.seconds.is_some());
    size(one) == size(other)
}

/// The most memory a task of these takes, in megabytes.
fn megabytes(tasks: &[&Task]) -> u64 {
    let most = tasks.iter().map(|task| task.memory).max();
    most.unwrap_or_default().div_ceil(1_000_000)
}

/// How long so many of these may take, in minutes, if anything is known.
fn minutes(tasks: &[&Task], each: u64) -> Option<u64> {
    let known: Option<Vec<u64>> = tasks.iter().map(|task| task.seconds).collect();
    let most = known?.into_iter().max()?;
    let minutes = (most * each * PATIENCE).div_ceil(60);
    Some(minutes.max(LEAST_MINUTES))
}

/// A name that shells and schedulers take as it is.
fn plain(name: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    let letters = name.chars();
    letters
        .map(|letter| if is_plain(letter) { letter } else { '_' })
        .collect()
}

/// A word of the shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// A text of TOML: its escapes are JSON's.
fn toml_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
