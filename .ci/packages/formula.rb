# Does what Homebrew would do with gyakusan.rb of a folder of packed programs: is each file there and its checksum right, can
# the one for Linux be installed, does it pass its test?
#
#   ruby formula.rb FOLDER

require "digest"
require "fileutils"
require "open3"
require "pathname"
require "tmpdir"

FOLDER = Pathname(ARGV.fetch(0))
SYSTEM = [:linux, :intel].freeze

# So much of Homebrew as the formula asks for.
class Formula
  class << self
    attr_reader :installing, :tested

    %i[desc homepage version license].each do |field|
      define_method(field) { |*| nil }
    end

    %i[macos linux arm intel].each do |name|
      define_method("on_#{name}") do |&block|
        (@within ||= []).push(name)
        block.call
        @within.pop
      end
    end

    def url(address)
      @archive = FOLDER / address.split("/").last
      raise "no #{@archive}" unless @archive.file?

      @installing = @archive if @within == SYSTEM
    end

    def sha256(expected)
      raise "#{@archive}: another checksum" if Digest::SHA256.file(@archive).hexdigest != expected

      puts "Homebrew, #{@within.join(" ")}: #{@archive.basename}"
    end

    def test(&block)
      @tested = block
    end
  end

  # A folder that things are installed into, under their names or other ones.
  class Place < Pathname
    def install(*all)
      mkpath
      all.flatten.each do |one|
        (one.is_a?(Hash) ? one.to_a : [[one, File.basename(one)]]).each do |from, name|
          FileUtils.cp_r(from, self / name)
        end
      end
    end
  end

  def initialize(prefix)
    @prefix = prefix
  end

  { bin: "bin", man1: "share/man/man1", bash_completion: "etc/bash_completion.d",
    fish_completion: "share/fish/vendor_completions.d", zsh_completion: "share/zsh/site-functions",
    pkgshare: "share/gyakusan" }.each do |name, path|
    define_method(name) { Place.new("#{@prefix}/#{path}") }
  end

  def shell_output(command)
    output, status = Open3.capture2(command)
    raise "#{command}: #{status}" unless status.success?

    output
  end

  def assert_match(expected, text)
    raise "no #{expected} in:\n#{text}" unless text.include?(expected)
  end
end

load File.expand_path(FOLDER / "gyakusan.rb")
archive = Gyakusan.installing or raise "nothing for #{SYSTEM.join(" ")}"
Dir.mktmpdir do |work|
  system("tar", "-xzf", archive.expand_path.to_s, "-C", work, exception: true)
  formula = Gyakusan.new("#{work}/prefix")
  # Homebrew goes into the only folder of an archive.
  Dir.chdir(Dir["#{work}/gyakusan-*"].fetch(0)) { formula.install }
  raise "no manual pages" if Dir["#{work}/prefix/share/man/man1/gyakusan*.1"].empty?

  formula.instance_eval(&Gyakusan.tested)
end
puts "Homebrew: installed and tested"
