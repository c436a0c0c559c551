//! The commands: a file or a folder for each.

mod bench;
mod catalogs;
mod check;
mod columns;
mod completions;
mod convert;
mod create;
mod enumerate;
mod explain;
mod export;
mod extend;
mod features;
mod import;
mod man;
mod markdown;
mod motifs;
mod picture;
mod play;
mod points;
mod polish;
mod probe;
mod prove;
mod query;
mod report;
mod same;
mod search;
mod setting;
mod shard;
mod sheet;
mod show;
mod small;
mod smoke;
mod solve;
mod stats;
mod sweep;
mod table;
mod usi;
mod vary;
mod venues;
mod verify;

use std::io::{BufWriter, Write};

use clap::Subcommand;

use crate::{Failure, screen};

// What each command is for stands at its arguments; a comment here would hide their longer help.
#[derive(Debug, Subcommand)]
pub enum Command {
    Enumerate(enumerate::EnumerateArgs),
    Sweep(sweep::SweepArgs),
    Shard(shard::ShardArgs),
    Solve(solve::SolveArgs),
    Check(check::CheckArgs),
    Table(table::TableArgs),
    Probe(probe::ProbeArgs),
    Prove(prove::ProveArgs),
    Verify(verify::VerifyArgs),
    Usi(usi::UsiArgs),
    Bench(bench::BenchArgs),
    Stats(stats::StatsArgs),
    Show(show::ShowArgs),
    Small(small::SmallArgs),
    Play(play::PlayArgs),
    Picture(picture::PictureArgs),
    Sheet(sheet::SheetArgs),
    Convert(convert::ConvertArgs),
    Export(export::ExportArgs),
    Import(import::ImportArgs),
    Report(report::ReportArgs),
    Search(search::SearchArgs),
    Motifs(motifs::MotifsArgs),
    Explain(explain::ExplainArgs),
    Venues(venues::VenuesArgs),
    Same(same::SameArgs),
    Features(features::FeaturesArgs),
    Columns(columns::ColumnsArgs),
    Query(query::QueryArgs),
    Create(Box<create::CreateArgs>),
    Setting(setting::SettingArgs),
    Smoke(smoke::SmokeArgs),
    Vary(vary::VaryArgs),
    Extend(extend::ExtendArgs),
    Points(points::PointsArgs),
    Polish(polish::PolishArgs),
    Catalogs(catalogs::CatalogsArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Does what a command says.
pub fn run(command: Command) -> Result<(), Failure> {
    // Not locked: the engine speaks from several threads.
    let mut out = BufWriter::new(screen::stdout());
    match command {
        Command::Enumerate(args) => enumerate::run(&args, &mut out)?,
        Command::Sweep(args) => sweep::run(&args, &mut out)?,
        Command::Shard(args) => shard::run(&args, &mut out)?,
        Command::Solve(args) => solve::run(&args, &mut out)?,
        Command::Check(args) => check::run(&args, &mut out)?,
        Command::Table(args) => table::run(&args, &mut out)?,
        Command::Probe(args) => probe::run(&args, &mut out)?,
        Command::Prove(args) => prove::run(&args, &mut out)?,
        Command::Verify(args) => verify::run(&args, &mut out)?,
        Command::Usi(args) => usi::run(&args)?,
        Command::Bench(args) => bench::run(&args, &mut out)?,
        Command::Stats(args) => stats::run(&args, &mut out)?,
        Command::Picture(args) => picture::run(&args, &mut out)?,
        Command::Sheet(args) => sheet::run(&args, &mut out)?,
        Command::Convert(args) => convert::run(&args, &mut out)?,
        Command::Export(args) => export::run(&args, &mut out)?,
        Command::Import(args) => import::run(&args, &mut out)?,
        Command::Report(args) => report::run(&args, &mut out)?,
        Command::Show(args) => show::run(&args, &mut out)?,
        Command::Small(args) => small::run(&args, &mut out)?,
        Command::Play(args) => play::run(&args, &mut out)?,
        Command::Search(args) => search::run(&args, &mut out)?,
        Command::Motifs(args) => motifs::run(&args, &mut out)?,
        Command::Explain(args) => explain::run(&args, &mut out)?,
        Command::Venues(args) => venues::run(&args, &mut out)?,
        Command::Same(args) => same::run(&args, &mut out)?,
        Command::Features(args) => features::run(&args, &mut out)?,
        Command::Columns(args) => columns::run(&args, &mut out)?,
        Command::Create(args) => create::run(&args, &mut out)?,
        Command::Setting(args) => setting::run(&args, &mut out)?,
        Command::Smoke(args) => smoke::run(&args, &mut out)?,
        Command::Vary(args) => vary::run(&args, &mut out)?,
        Command::Extend(args) => extend::run(&args, &mut out)?,
        Command::Points(args) => points::run(&args, &mut out)?,
        Command::Polish(args) => polish::run(&args, &mut out)?,
        Command::Query(args) => query::run(&args, &mut out)?,
        Command::Catalogs(args) => catalogs::run(&args, &mut out)?,
        Command::Completions(args) => completions::run(&args, &mut out)?,
        Command::Man(args) => man::run(&args, &mut out)?,
    }
    out.flush()?;
    Ok(())
}
